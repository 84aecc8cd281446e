/// Functions as formulas of IEEE operations, written once: code for single numbers and for vectors
/// is made of them, and has the same bits.
@NullMarked
package io.ndmap.loop.function;

import org.jspecify.annotations.NullMarked;
