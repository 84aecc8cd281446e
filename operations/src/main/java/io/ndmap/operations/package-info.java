/// Lists of the bulk operations, for tests and benchmarks.
///
/// [MeasuredOperations] lists the operations that the benchmark matrix compares with NumPy, and
/// gives a reason for each method of [io.ndmap.nd.NdView] that is not measured. [BulkOperations]
/// lists most of these operations, and others that are not measured: tests interrupt each
/// operation, and truncate or close its file.
@NullMarked
package io.ndmap.operations;

import org.jspecify.annotations.NullMarked;
