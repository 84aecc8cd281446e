/// The matrix: every bulk operation of views on many dtypes and layouts, beside numpy and C.
///
/// [io.ndmap.operations.MeasuredOperations] is the table of what is run, [MatrixLayout] of how the
/// operands lie. A new operation is a row of the table.
@NullMarked
package io.ndmap.benchmarks.matrix;

import org.jspecify.annotations.NullMarked;
