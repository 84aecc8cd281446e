/// Loops over contiguous elements, and the operands and operations of these loops. The caller loads
/// or stages the elements.
@NullMarked
package io.ndmap.loop;

import org.jspecify.annotations.NullMarked;
