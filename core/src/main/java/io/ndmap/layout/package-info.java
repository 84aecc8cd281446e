@NullMarked
package io.ndmap.layout;

import org.jspecify.annotations.NullMarked;
