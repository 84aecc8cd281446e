@NullMarked
package io.ndmap.value;

import org.jspecify.annotations.NullMarked;
