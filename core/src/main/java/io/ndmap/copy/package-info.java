@NullMarked
package io.ndmap.copy;

import org.jspecify.annotations.NullMarked;
