package io.ndmap.literal;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The bridge by which the header codec has a literal read as a dtype. Dtypes are exported and
/// literals are not, so that no public method of theirs can take one; and literals know no dtypes.
public final class DTypeReading {

  private static volatile @Nullable Function<PyLiteral, ?> reader;

  private DTypeReading() {}

  /// Says who reads.
  ///
  /// @param reading makes a dtype of a literal
  public static void by(Function<PyLiteral, ?> reading) {
    reader = reading;
  }

  /// Reads a dtype.
  ///
  /// @param literal the value of `'descr'` in a header
  /// @param <D> the same
  /// @param type the class of dtypes, whose package says who reads as soon as it is asked to
  /// @return the dtype
  /// @throws PyLiteralException if NumPy makes no dtype of it; the offset is that of the part which
  ///   is wrong
  public static <D> D read(PyLiteral literal, Class<D> type) {
    Function<PyLiteral, ?> found = reader;
    return type.cast((found == null ? begin(type) : found).apply(literal));
  }

  private static Function<PyLiteral, ?> begin(Class<?> type) {
    try {
      Class.forName(type.getPackageName() + ".DTypeParser", true, type.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError("dtypes have a reader", e);
    }
    Function<PyLiteral, ?> found = reader;
    if (found == null) {
      throw new AssertionError("the reader of dtypes did not say so");
    }
    return found;
  }
}
