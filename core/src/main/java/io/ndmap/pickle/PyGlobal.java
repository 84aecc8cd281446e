package io.ndmap.pickle;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The classes and functions that a pickle may name: those that arrays of plain values need. Python
/// would import and call them; here, [PickleCalls] creates the values instead.
enum PyGlobal {
  RECONSTRUCT("numpy._core.multiarray", "_reconstruct"),
  SCALAR("numpy._core.multiarray", "scalar"),
  FROM_BUFFER("numpy._core.numeric", "_frombuffer"),
  STRING_DTYPE("numpy._core._internal", "_convert_to_stringdtype_kwargs"),
  NDARRAY("numpy", "ndarray"),
  DTYPE("numpy", "dtype"),
  ENCODE("_codecs", "encode"),
  BYTES("builtins", "bytes"),
  BYTEARRAY("builtins", "bytearray"),
  COMPLEX("builtins", "complex"),
  SET("builtins", "set"),
  FROZENSET("builtins", "frozenset"),
  OBJECT("builtins", "object"),
  RECONSTRUCTOR("copyreg", "_reconstructor"),
  DATETIME("datetime", "datetime"),
  DATE("datetime", "date"),
  TIME("datetime", "time"),
  TIMEDELTA("datetime", "timedelta"),
  TIMEZONE("datetime", "timezone"),
  DECIMAL("decimal", "Decimal"),
  FRACTION("fractions", "Fraction"),
  UUID("uuid", "UUID");

  private static final Map<String, PyGlobal> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(PyGlobal::fullName, Function.identity()));

  private final String module;
  private final String title;

  PyGlobal(String module, String title) {
    this.module = module;
    this.title = title;
  }

  /// Returns the name of the module in Python 3 and numpy 2.
  String module() {
    return module;
  }

  /// Returns the name within the module.
  String title() {
    return title;
  }

  String fullName() {
    return module + "." + title;
  }

  /// Finds a class or function by its module and name; the modules of Python 2 and numpy 1 are
  /// known, too.
  ///
  /// @return null if there is none
  static @Nullable PyGlobal find(String module, String title) {
    String today =
        switch (module) {
          case "__builtin__" -> "builtins";
          case "copy_reg" -> "copyreg";
          default ->
              module.startsWith("numpy.core.")
                  ? "numpy._core." + module.substring("numpy.core.".length())
                  : module;
        };
    return BY_NAME.get(today + "." + title);
  }
}
