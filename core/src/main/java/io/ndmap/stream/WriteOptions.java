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
/// @param order which axis varies fastest in what is written
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

  /// The header that `numpy.save` writes.
  ///
  /// @param dtype what an item is
  /// @param shape the lengths of the axes
  /// @return the bytes before the data
  /// @throws DTypeException if the items are Python objects, or the dtype cannot be written into a
  ///   header of this version
  public byte[] header(DType dtype, Shape shape) {
    if (dtype.hasObject()) {
      throw new DTypeException(
          "items of " + dtype + " are Python objects, which are stored as a pickle");
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
