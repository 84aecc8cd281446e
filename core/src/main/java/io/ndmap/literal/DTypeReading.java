package io.ndmap.literal;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Lets the header codec read a literal as a dtype. Dtypes are exported and literals are not, so no
/// public method of dtypes can have a literal as parameter; and literals do not depend on dtypes.
public final class DTypeReading {

  private static volatile @Nullable Function<PyLiteral, ?> reader;

  private DTypeReading() {}

  /// Registers the reader.
  ///
  /// @param reading converts a literal to a dtype
  public static void by(Function<PyLiteral, ?> reading) {
    reader = reading;
  }

  /// Reads a dtype.
  ///
  /// @param literal the value of `'descr'` in a header
  /// @param <D> the same
  /// @param type the class of dtypes, whose initialization registers the reader
  /// @return the dtype
  /// @throws PyLiteralException if NumPy rejects it as a dtype; the offset is that of the faulty
  ///   part
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
