/// Functions as formulas of IEEE operations, written once: the code for single numbers and for
/// vectors is generated from them and has the same bits.
@NullMarked
package io.ndmap.loop.function;

import org.jspecify.annotations.NullMarked;
