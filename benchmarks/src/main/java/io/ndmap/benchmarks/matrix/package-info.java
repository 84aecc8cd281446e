/// The matrix: every bulk operation of views on many dtypes and layouts, compared with numpy and C.
///
/// [io.ndmap.operations.MeasuredOperations] is the table of the operations, [MatrixLayout] that of
/// the layouts. A new operation is a new row of the table.
@NullMarked
package io.ndmap.benchmarks.matrix;

import org.jspecify.annotations.NullMarked;
