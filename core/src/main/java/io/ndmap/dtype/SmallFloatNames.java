package io.ndmap.dtype;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names of the floating-point dtypes of `ml_dtypes`, which do not occur in headers of `.npy`.
final class SmallFloatNames {

  private static final Map<String, ScalarKind> KINDS =
      Map.of(
          "bfloat16", ScalarKind.BFLOAT16,
          "bf16", ScalarKind.BFLOAT16,
          "float8_e4m3fn", ScalarKind.FLOAT8_E4M3FN,
          "f8e4m3", ScalarKind.FLOAT8_E4M3FN,
          "float8_e5m2", ScalarKind.FLOAT8_E5M2,
          "f8e5m2", ScalarKind.FLOAT8_E5M2);

  private SmallFloatNames() {}

  /// The scalar type of a name, or `null` if there is none.
  static @Nullable ScalarKind find(String name) {
    return KINDS.get(name);
  }

  /// The name in `ml_dtypes`.
  static String name(ScalarKind kind) {
    return switch (kind) {
      case BFLOAT16 -> "bfloat16";
      case FLOAT8_E4M3FN -> "float8_e4m3fn";
      case FLOAT8_E5M2 -> "float8_e5m2";
      default -> throw new AssertionError(kind);
    };
  }
}
