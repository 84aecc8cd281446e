/// Functions as formulas of IEEE operations, written once. The code for single numbers and the code
/// for vectors are both generated from the formulas, so their results have the same bits.
@NullMarked
package io.ndmap.loop.function;

import org.jspecify.annotations.NullMarked;
