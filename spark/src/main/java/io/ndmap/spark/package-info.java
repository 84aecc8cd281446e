/// A data source of Apache Spark, `spark.read().format("npy")`. It reads `.npy` files and members
/// of `.npz` archives as rows along an axis, and writes DataFrames as one array. The entry point
/// for Spark is [io.ndmap.spark.NpySource]; `docs/spark.md` describes its options.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark;

import org.jspecify.annotations.NullMarked;
