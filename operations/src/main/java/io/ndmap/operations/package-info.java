/// All bulk operations, as one list that tests and benchmarks go through.
///
/// [MeasuredOperations] has those that the benchmark matrix times beside NumPy, and a reason for
/// each method of [io.ndmap.nd.NdView] that is not among them. [BulkOperations] is these and all
/// others: tests interrupt each of them, and truncate or close the file it works on.
@NullMarked
package io.ndmap.operations;

import org.jspecify.annotations.NullMarked;
