/// The matrix: every bulk operation of views on many dtypes and layouts, beside numpy and C.
///
/// [MatrixOperations] is the table of what is run, [MatrixLayout] of how the operands lie. A new
/// operation is a line in the table and a function under the same name in the other contenders.
@NullMarked
package io.ndmap.benchmarks.matrix;

import org.jspecify.annotations.NullMarked;
