@NullMarked
package io.ndmap.reduce;

import org.jspecify.annotations.NullMarked;
