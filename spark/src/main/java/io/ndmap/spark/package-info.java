/// A data source of Apache Spark, `spark.read().format("npy")`: arrays of `.npy` files and members
/// of `.npz` archives as rows along an axis, and DataFrames written as one array. Spark finds
/// [io.ndmap.spark.NpySource]; what users set are its options, in `docs/spark.md`.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.spark;

import org.jspecify.annotations.NullMarked;
