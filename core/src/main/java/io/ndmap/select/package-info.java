@NullMarked
package io.ndmap.select;

import org.jspecify.annotations.NullMarked;
