package io.ndmap.spark;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.grow.AppendOptions;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Order;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.AppenderActiveException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.TrailingBytesException;
import io.ndmap.op.Casting;
import io.ndmap.spark.column.NpySourceException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The file to which rows are appended. The driver opens it before any row is computed.
///
/// @param path the path of the file
/// @param header the header of the file
record AppendedFile(Path path, NpyHeader header) {

  /// How long to wait for another append to end. It is long because a failure would lose the
  /// computed rows.
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  /// Opens the file, and checks that rows can be appended to it.
  ///
  /// @throws NpySourceException if the array has no axis, or bytes follow its data
  /// @throws io.ndmap.npy.GrowException if the array is being filled, another array follows its
  ///   data, or this JVM does not support the locks of appenders
  /// @throws AccessDeniedException if the file may not be written
  static AppendedFile open(Path path) throws IOException {
    if (!Files.isWritable(path)) {
      throw new AccessDeniedException(path.toString());
    }
    try (NpyFile file = NpyFile.open(path)) {
      if (file.header().shape().rank() == 0) {
        throw new NpySourceException(path + ": the array has no axis along which it could grow");
      }
      requireNothingBehind(path);
      return new AppendedFile(path, file.header());
    }
  }

  /// Checks for trailing bytes now: if the file were rejected only after the rows are computed, the
  /// rows would be lost.
  private static void requireNothingBehind(Path path) throws IOException {
    try {
      NpyAppender.open(path).close();
    } catch (TrailingBytesException e) {
      throw new NpySourceException(String.valueOf(e.getMessage()), e);
    } catch (AppenderActiveException e) {
      // Another appender has the file open. Bytes after the data may be rows that it is about to
      // add to the header, so they are no reason to reject the file.
    }
  }

  boolean isFortranOrder() {
    return header.order() == Order.F;
  }

  /// The dtype of a row: a subarray dtype if a row has axes.
  DType row() {
    List<Integer> sizes = rowShape();
    return sizes.isEmpty() ? header.dtype() : new SubarrayType(header.dtype(), sizes);
  }

  private List<Integer> rowShape() {
    int rank = header.shape().rank();
    List<Integer> sizes = new ArrayList<>();
    for (int axis = isFortranOrder() ? 0 : 1; sizes.size() < rank - 1; axis++) {
      sizes.add(Math.clamp(header.shape().size(axis), 0, Integer.MAX_VALUE));
    }
    return sizes;
  }

  /// Requires that the file matches the options.
  ///
  /// @throws NpySourceException if the file has another dtype or order than the options; the order
  ///   of a one-dimensional array does not matter
  void require(NpyOptions options) {
    if (!options.dtype().isEmpty() && !fits(options.dtype())) {
      throw new NpySourceException(
          path
              + ": the option dtype="
              + options.dtype()
              + " is not that of the file, whose rows are "
              + row());
    }
    boolean other = options.hasOrder() && options.isFortranOrder() != isFortranOrder();
    if (other && header.shape().rank() > 1) {
      throw new NpySourceException(
          path
              + ": the option order="
              + (options.isFortranOrder() ? "F" : "C")
              + " is not that of the file, which is "
              + header.order());
    }
  }

  private boolean fits(String dtype) {
    DType asked;
    try {
      asked = DType.parse(dtype);
    } catch (DTypeException e) {
      throw new NpySourceException(path + ": the option dtype=" + dtype + ": " + e.getMessage(), e);
    }
    return asked instanceof SubarrayType subarray
        ? subarray.shape().equals(rowShape())
            && Casting.EQUIV.allows(subarray.base(), header.dtype())
        : Casting.EQUIV.allows(asked, header.dtype());
  }

  /// Opens the file for appending; waits at most 10 minutes for another appender to close it.
  NpyAppender appender() throws IOException {
    return NpyAppender.open(path, AppendOptions.DEFAULT.withTimeout(TIMEOUT));
  }
}
