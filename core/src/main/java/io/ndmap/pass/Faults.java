package io.ndmap.pass;

import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Converts the JVM's errors on mapped memory to an exception that names the memory.
final class Faults {

  private Faults() {}

  /// Returns the exception to throw for an error that an operation on several backings has raised:
  /// the error itself if no backing explains it. [Backing#failure] does so for one backing.
  static RuntimeException failure(Throwable error, Backing... backings) {
    if (error instanceof InternalError fault) {
      return new MappingFaultException(names(" or ", backings), fault);
    }
    for (Backing backing : backings) {
      RuntimeException failure = backing.failure(error);
      if (!failure.equals(error)) {
        return failure;
      }
    }
    return (RuntimeException) error;
  }

  /// Returns the distinct names of the backings that may fault, with `between` between two names.
  static String names(String between, Backing... backings) {
    return Arrays.stream(backings)
        .filter(Backing::mayFault)
        .map(Backing::name)
        .distinct()
        .collect(Collectors.joining(between));
  }
}
