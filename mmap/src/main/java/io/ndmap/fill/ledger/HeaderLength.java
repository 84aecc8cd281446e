package io.ndmap.fill.ledger;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.npy.FillException;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeaderCodec;
import java.nio.file.Path;

/// Checks the length of an array's header before the array is created: participants of a fill
/// refuse headers that are longer than NumPy's limit.
public final class HeaderLength {

  private HeaderLength() {}

  /// Requires that NumPy can read the header of an array.
  ///
  /// @throws FillException if the header is too long
  public static void require(Path array, DType dtype, Order order, Shape shape) {
    int bytes = NpyHeaderCodec.encode(dtype, order, shape).length;
    if (bytes > HeaderLimits.DEFAULT_MAX_CHARACTERS) {
      throw new FillException(
          array.toString(),
          "its header would have %s bytes, and arrays that are filled have at most %s, as NumPy reads; shorten the names of the fields"
              .formatted(bytes, HeaderLimits.DEFAULT_MAX_CHARACTERS));
    }
  }
}
