@NullMarked
package io.ndmap.arithmetic;

import org.jspecify.annotations.NullMarked;
