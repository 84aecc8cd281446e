/// The matrix: every bulk operation of views on many dtypes and layouts, compared with numpy and C.
///
/// [io.ndmap.operations.MeasuredOperations] is the table of the operations, and [MatrixLayout] is
/// the table of the layouts. To add an operation, add a row to the table of the operations.
@NullMarked
package io.ndmap.benchmarks.matrix;

import org.jspecify.annotations.NullMarked;
