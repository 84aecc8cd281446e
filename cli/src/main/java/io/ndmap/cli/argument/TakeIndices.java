package io.ndmap.cli.argument;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Indices to take along an axis, from a file or the command line.
///
/// @param numbers integers of rank 1; negative numbers count from the end
public record TakeIndices(NdView<?> numbers) {

  /// The maximum number of indices that are on the heap at a time.
  private static final int BLOCK = 1 << 18;

  /// Returns the elements of an array as indices.
  ///
  /// @throws DTypeException if the elements are not integers
  /// @throws IllegalArgumentException if the array is not of rank 1
  public static TakeIndices of(NdView<?> numbers) {
    boolean integers =
        numbers.dtype() instanceof ScalarType scalar
            && !scalar.kind().isFloat()
            && !scalar.kind().isComplex()
            && scalar.kind() != ScalarKind.BOOL;
    if (!integers) {
      throw new DTypeException(
          numbers.backing().name() + ": indices are integers, found " + numbers.dtype());
    }
    if (numbers.rank() != 1) {
      throw new IllegalArgumentException(
          numbers.backing().name() + ": indices are of rank 1, found shape " + numbers.shape());
    }
    return new TakeIndices(numbers);
  }

  /// Parses a list such as `3,1,-4`.
  ///
  /// @throws IllegalArgumentException if the text is not a list of integers such as `3,1,-4`
  public static TakeIndices parse(String text) {
    String plain = text.replaceAll("\\s", "");
    long[] numbers =
        plain.isEmpty()
            ? new long[0]
            : Arrays.stream(plain.split(",", -1)).mapToLong(TakeIndices::integer).toArray();
    return new TakeIndices(
        NdView.of(
            MemorySegment.ofArray(numbers),
            DType.INT64,
            Shape.of(numbers.length),
            Order.C,
            Backing.MEMORY));
  }

  private static long integer(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not an integer of 64 bits; a .npy file of integers is read by --indices-file",
          e);
    }
  }

  public long count() {
    return numbers.itemCount();
  }

  /// All indices.
  ///
  /// @throws IndexOutOfBoundsException if an index exceeds 64 bits
  public long[] all() {
    return some(0, count());
  }

  /// Copies the selected elements to a target, block by block.
  ///
  /// @param target the array to copy to, of the shape of the result
  public void take(NdView<?> view, int axis, NdView<?> target) {
    long count = count();
    for (long done = 0; done < count; done += BLOCK) {
      long end = Math.min(count, done + BLOCK);
      view.take(some(done, end), axis, target.slice(axis, done, end, 1));
    }
  }

  /// Copies the indices from `from` (inclusive) to `to` (exclusive).
  private long[] some(long from, long to) {
    long[] some = new long[Math.toIntExact(to - from)];
    try {
      for (int i = 0; i < some.length; i++) {
        some[i] = numbers.getLong(from + i);
      }
      numbers.backing().barrier();
    } catch (ArithmeticException e) {
      // The error concerns the file of indices, not the source array.
      throw new IndexOutOfBoundsException(numbers.backing().name() + ": " + e.getMessage());
    } catch (InternalError e) {
      throw new MappingFaultException(numbers.backing().name(), e);
    }
    return some;
  }
}
