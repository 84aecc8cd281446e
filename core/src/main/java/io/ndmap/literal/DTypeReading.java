package io.ndmap.literal;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Lets the header codec read a literal as a dtype. The parser of dtypes registers its reader here,
/// because the packages cannot call each other: the package of dtypes is exported, so that its
/// public methods cannot take literals, whose package is not exported; and the package of literals
/// must not depend on that of dtypes.
public final class DTypeReading {

  private static volatile @Nullable Function<PyLiteral, ?> reader;

  private DTypeReading() {}

  /// Registers the reader.
  ///
  /// @param reading the reader, which converts a literal to a dtype
  public static void by(Function<PyLiteral, ?> reading) {
    reader = reading;
  }

  /// Reads a dtype.
  ///
  /// @param literal the value of `'descr'` in a header
  /// @param <D> the class of dtypes
  /// @param type the class of dtypes, whose initialization registers the reader
  /// @return the dtype
  /// @throws PyLiteralException if NumPy or the reader does not accept the literal as a dtype; the
  ///   exception has the offset of the faulty part
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
