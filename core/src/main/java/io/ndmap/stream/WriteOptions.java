package io.ndmap.stream;

import io.ndmap.layout.Order;
import io.ndmap.npy.NpyVersion;
import org.jspecify.annotations.Nullable;

/// Options for writing an array to a stream.
///
/// @param order which axis varies fastest in the stream
/// @param version the version of the format, or null for the oldest that can express the header, as
///   NumPy chooses
public record WriteOptions(Order order, @Nullable NpyVersion version) {

  /// C order, the oldest version that can hold the header.
  public static final WriteOptions DEFAULT = new WriteOptions(Order.C, null);

  /// The same in another order.
  ///
  /// @param wanted which axis varies fastest
  /// @return the options
  public WriteOptions withOrder(Order wanted) {
    return new WriteOptions(wanted, version);
  }

  /// The same in a given version of the format.
  ///
  /// @param wanted the version
  /// @return the options
  public WriteOptions withVersion(NpyVersion wanted) {
    return new WriteOptions(order, wanted);
  }
}
