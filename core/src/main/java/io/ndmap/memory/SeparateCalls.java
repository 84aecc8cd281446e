package io.ndmap.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/// Calls of loops that HotSpot does not inline into their callers.
///
/// HotSpot inlines 15 levels of calls, and an access to a segment has eight or nine. In a loop that
/// is inlined into its callers, the accesses, or the calls of the Vector API, may lie deeper. They
/// then stay calls, and the loop takes 3 to 80 times as long. HotSpot inlines only constant
/// handles, so callers keep the handle in a field that is not constant.
public final class SeparateCalls {

  private SeparateCalls() {}

  /// Returns a handle of the only method of a name.
  ///
  /// @param lookup of a class that may call it
  /// @param owner the class or interface that declares it
  /// @param name its name
  /// @return the handle
  public static MethodHandle handle(MethodHandles.Lookup lookup, Class<?> owner, String name) {
    try {
      return lookup.unreflect(
          Arrays.stream(owner.getDeclaredMethods())
              .filter(method -> method.getName().equals(name))
              .findFirst()
              .orElseThrow());
    } catch (IllegalAccessException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /// Returns the exception, or throws the error, that a call of a loop has thrown.
  ///
  /// @param thrown what it has thrown, unchecked
  /// @return the exception, to be thrown by the caller
  public static RuntimeException unchecked(Throwable thrown) {
    return switch (thrown) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> throw new AssertionError(thrown);
    };
  }
}
