package io.ndmap.nd;

import java.util.List;
import java.util.stream.Collectors;

/// Turns the JVM's errors about mapped memory into one that names the memory.
final class Faults {

  private Faults() {}

  /// Runs an operation on the memory of two backings, which may be one; returns only when all its
  /// accesses are known to have worked.
  ///
  /// @throws MappingFaultException if one did not
  static void guard(Backing source, Backing target, Runnable operation) {
    try {
      operation.run();
      source.barrier();
      if (!target.equals(source)) {
        target.barrier();
      }
    } catch (InternalError | IllegalStateException e) {
      throw failure(e, List.of(source, target));
    }
  }

  /// What is to be thrown for what an operation on the memory of some backings threw, as
  /// [Backing#failure].
  static RuntimeException failure(Throwable error, List<Backing> backings) {
    return switch (error) {
      case InternalError fault -> new MappingFaultException(names(backings), fault);
      case IllegalStateException e when isOfTheJdk(e) ->
          backings.stream()
              .filter(backing -> !backing.isInUse())
              .findFirst()
              .<RuntimeException>map(
                  closed -> new FileClosedException(closed.name(), closed.ending(), e))
              .orElse(e);
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> throw new AssertionError(error);
    };
  }

  // An exception of the caller's own, from an operator, is to be passed on as it is.
  private static boolean isOfTheJdk(IllegalStateException e) {
    return e.getClass() == IllegalStateException.class && "Already closed".equals(e.getMessage());
  }

  /// The names of what failed or may have failed, without plain memory, which cannot.
  static String names(List<Backing> backings) {
    return names(backings, " or ");
  }

  /// The names of all that has one.
  static String names(List<Backing> backings, String between) {
    return backings.stream()
        .filter(backing -> !backing.equals(Backing.MEMORY))
        .map(Backing::name)
        .distinct()
        .collect(Collectors.joining(between));
  }
}
