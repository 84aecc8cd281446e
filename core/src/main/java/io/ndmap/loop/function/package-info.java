/// Functions as formulas of IEEE operations, written once. The code for single numbers and the code
/// for vectors are generated from the formulas, and give the same bits.
@NullMarked
package io.ndmap.loop.function;

import org.jspecify.annotations.NullMarked;
