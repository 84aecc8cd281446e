package io.ndmap.stream;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpyVersion;
import org.jspecify.annotations.Nullable;

/// Options for writing an array to a stream or into an archive.
///
/// @param order which axis varies fastest in the output
/// @param version the version of the format, or null for the oldest that can express the header, as
///   NumPy chooses
public record WriteOptions(Order order, @Nullable NpyVersion version) {

  /// C order, and the oldest version that can express the header.
  public static final WriteOptions DEFAULT = new WriteOptions(Order.C, null);

  /// The same options with another order.
  ///
  /// @param newOrder which axis varies fastest
  /// @return the options
  public WriteOptions withOrder(Order newOrder) {
    return new WriteOptions(newOrder, version);
  }

  /// The same options with a given version of the format.
  ///
  /// @param newVersion the version
  /// @return the options
  public WriteOptions withVersion(NpyVersion newVersion) {
    return new WriteOptions(order, newVersion);
  }

  /// The header that `numpy.save` writes, in the version of these options.
  ///
  /// @param dtype the dtype of the elements
  /// @param shape the lengths of the axes
  /// @return the bytes before the data
  /// @throws DTypeException if the elements are Python objects, if a header of this version cannot
  ///   express the dtype, or if the data exceed 2⁶³-1 bytes
  public byte[] header(DType dtype, Shape shape) {
    if (dtype.hasObject()) {
      throw new DTypeException(
          "elements of " + dtype + " are Python objects, which are stored as a pickle");
    }
    Order saved = NpyHeaderCodec.savedOrder(order, shape);
    byte[] header =
        version == null
            ? NpyHeaderCodec.encode(dtype, saved, shape)
            : NpyHeaderCodec.encode(version, dtype, saved, shape);
    NpyHeaderCodec.readBack(header);
    return header;
  }
}
