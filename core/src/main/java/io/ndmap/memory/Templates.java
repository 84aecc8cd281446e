package io.ndmap.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Defines a class once more, hidden, with data of its own, which are constants for HotSpot: each
/// loop is compiled for one operation and one lane type, and keeps its own profile. A loop or a
/// lambda that two lane types share takes ten to a hundred times as long for the second.
public final class Templates {

  private Templates() {}

  /// A new object of a hidden copy of a class, which has the interfaces of the class alone.
  ///
  /// @param lookup of its package
  /// @param template with a constructor without parameters
  /// @param data what [#data] gives it
  /// @return the object
  public static Object define(MethodHandles.Lookup lookup, Class<?> template, Object data) {
    String file = template.getName().substring(template.getPackageName().length() + 1) + ".class";
    try (InputStream code = template.getResourceAsStream(file)) {
      MethodHandles.Lookup hidden =
          lookup.defineHiddenClassWithClassData(
              Objects.requireNonNull(code, file).readAllBytes(), data, true);
      // By a method handle the first call would take some milliseconds more.
      Constructor<?> constructor = hidden.lookupClass().getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(file, e);
    }
  }

  /// The data of a hidden class.
  ///
  /// @param <T> what the data are
  /// @param lookup of that class
  /// @param type its class
  /// @return null in the class that it was made of
  public static <T> @Nullable T data(MethodHandles.Lookup lookup, Class<T> type) {
    try {
      return MethodHandles.classData(lookup, "_", type);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
