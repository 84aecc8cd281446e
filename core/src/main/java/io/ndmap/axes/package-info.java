@NullMarked
package io.ndmap.axes;

import org.jspecify.annotations.NullMarked;
