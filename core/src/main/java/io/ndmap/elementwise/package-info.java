/// Elementwise operations: steps over contiguous elements in unscoped memory (see
/// [io.ndmap.memory.Unscoped]), and the pass that stages operands tile by tile.
@NullMarked
package io.ndmap.elementwise;

import org.jspecify.annotations.NullMarked;
