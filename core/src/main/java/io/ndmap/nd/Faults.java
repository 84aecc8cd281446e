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
    } catch (InternalError e) {
      throw new MappingFaultException(name(source, target), e);
    }
  }

  private static String name(Backing source, Backing target) {
    if (target.equals(Backing.MEMORY) || source.name().equals(target.name())) {
      return source.name();
    }
    return source.equals(Backing.MEMORY) ? target.name() : source.name() + " or " + target.name();
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
