/// Elementwise operations: steps over contiguous elements in unscoped memory, and the pass that
/// stages operands in tiles.
@NullMarked
package io.ndmap.elementwise;

import org.jspecify.annotations.NullMarked;
