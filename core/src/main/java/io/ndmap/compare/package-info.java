@NullMarked
package io.ndmap.compare;

import org.jspecify.annotations.NullMarked;
