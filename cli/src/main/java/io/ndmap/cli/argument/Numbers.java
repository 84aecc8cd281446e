package io.ndmap.cli.argument;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TimeType;
import java.util.stream.Collectors;

/// What the commands take that compute.
public final class Numbers {

  private Numbers() {}

  /// Refuses in the words of the command what the library would refuse in its own.
  public static void require(DType dtype) {
    if (dtype instanceof StructType struct && !struct.fields().isEmpty()) {
      String names =
          struct.fields().stream().map(f -> "'" + f.name() + "'").collect(Collectors.joining(", "));
      throw new DTypeException("items are structures, not numbers; choose one --field of " + names);
    }
    if (dtype instanceof ScalarType scalar && scalar.kind().isComplex()) {
      throw new DTypeException(
          "items of " + dtype + " are complex numbers; choose --field real or --field imag");
    }
    if (!(dtype instanceof ScalarType || dtype instanceof TimeType)) {
      throw new DTypeException("items of " + dtype + " are neither numbers nor times");
    }
  }
}
