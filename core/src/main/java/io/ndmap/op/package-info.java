@NullMarked
package io.ndmap.op;

import org.jspecify.annotations.NullMarked;
