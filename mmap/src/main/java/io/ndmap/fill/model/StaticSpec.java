package io.ndmap.fill.model;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;

/// The specification of a [io.ndmap.fill.StaticFill], equal for all processes.
///
/// @param dtype the dtype
/// @param shape the lengths of the axes
/// @param order the memory order of the file
/// @param partition the partition; the process of rank k writes part k
/// @param options the options for creating the file; ignored when joining
public record StaticSpec(
    DType dtype, Shape shape, Order order, Partition partition, CreateOptions options) {

  /// Checks the specification.
  ///
  /// @throws IllegalArgumentException if the partition is of another shape, or the options would
  ///   replace an existing file
  public StaticSpec {
    if (!partition.shape().equals(shape)) {
      throw new IllegalArgumentException(
          "an array of shape " + shape + " is not cut by '" + partition.describe() + "'");
    }
    if (options.replacing()) {
      throw new IllegalArgumentException(
          "an array that several processes fill replaces none: each of them would replace that of"
              + " the others; delete the old one first");
    }
  }

  /// Creates the specification of an array whose disk space is reserved, in the oldest version of
  /// the format that can express the header.
  ///
  /// @param dtype the dtype
  /// @param shape the lengths of the axes
  /// @param order the memory order of the file
  /// @param partition the parts of the processes
  /// @throws IllegalArgumentException if the partition is of another shape
  public StaticSpec(DType dtype, Shape shape, Order order, Partition partition) {
    this(dtype, shape, order, partition, CreateOptions.DEFAULT);
  }
}
