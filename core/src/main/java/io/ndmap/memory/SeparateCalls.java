package io.ndmap.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/// Calls of loops that HotSpot does not inline into their callers.
///
/// HotSpot inlines at most 15 nested calls, of which an access to a segment takes eight or nine. If
/// a loop is inlined into its callers, its accesses and its calls of the Vector API may exceed this
/// depth. These accesses and calls are then not inlined, and the loop takes 3 to 80 times as long.
/// HotSpot inlines only constant handles, so callers keep the handle in an instance field, or in a
/// static field that is not final.
public final class SeparateCalls {

  private SeparateCalls() {}

  /// Returns a handle of a method that is not overloaded.
  ///
  /// @param lookup a lookup of a class that may call the method
  /// @param owner the class or interface that declares the method
  /// @param name the name of the method
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

  /// Returns the exception, or throws the error, that the call of a loop has thrown.
  ///
  /// @param thrown the exception or error, which must be unchecked
  /// @return the exception, to be thrown by the caller
  public static RuntimeException unchecked(Throwable thrown) {
    return switch (thrown) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> throw new AssertionError(thrown);
    };
  }
}
