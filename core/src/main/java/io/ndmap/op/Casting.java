package io.ndmap.op;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.VoidType;

/// Casting rules, from the strictest to the loosest: the parameter `casting` of NumPy's `astype`,
/// `copyto` and `can_cast`.
public enum Casting {
  /// No conversion: only between equal dtypes.
  NO,
  /// Only byte orders, the offsets of fields and the padding of structures may differ.
  EQUIV,
  /// No value is lost: `i4` to `f8`, `S3` to `S5`, `M8[s]` to `M8[ms]`. As in NumPy, 64-bit
  /// integers to `f8` count as safe, and the names of fields may differ.
  SAFE,
  /// Also conversions to less precision within a kind, or to a kind that comes later in the
  /// sequence boolean, unsigned integer, signed integer, floating-point, complex: `f8` to `f4`,
  /// `i8` to `f4`, `S5` to `S3`.
  SAME_KIND,
  /// All conversions.
  UNSAFE;

  /// Returns whether this rule allows a conversion, as `numpy.can_cast(from, to, casting)` of NumPy
  /// 2.4, which decides by the dtypes alone and not by values.
  ///
  /// Some pairs have no conversion, such as structures with different numbers of fields; no rule
  /// allows such a conversion. As in NumPy, a conversion that [#UNSAFE] allows may still fail for
  /// an element, such as the conversion of the text `one` to a number.
  ///
  /// @param from the source's dtype
  /// @param to the target's dtype; bytes, text and void of length 0 stand for any length
  /// @return whether the conversion is allowed
  public boolean allows(DType from, DType to) {
    Casting needed = isAnyLength(to) ? CastSafety.ofAnyLength(from, to) : CastSafety.of(from, to);
    return needed != null && needed.compareTo(this) <= 0;
  }

  private static boolean isAnyLength(DType dtype) {
    return switch (dtype) {
      case BytesType _, TextType _, VoidType _ -> dtype.itemsize() == 0;
      default -> false;
    };
  }
}
