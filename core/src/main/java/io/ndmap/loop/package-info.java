/// Loops over contiguous elements: their operands and operations. The caller loads or stages the
/// elements.
@NullMarked
package io.ndmap.loop;

import org.jspecify.annotations.NullMarked;
