package io.ndmap.pass;

import io.ndmap.op.Backing;
import io.ndmap.op.MappingFaultException;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Turns the JVM's errors about mapped memory into one that names the memory.
final class Faults {

  private Faults() {}

  /// What is to be thrown for what an operation on the memory of some backings threw, as
  /// [Backing#failure].
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

  static String names(String between, Backing... backings) {
    return Arrays.stream(backings)
        .filter(Backing::mayFault)
        .map(Backing::name)
        .distinct()
        .collect(Collectors.joining(between));
  }
}
