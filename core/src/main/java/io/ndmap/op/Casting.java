package io.ndmap.op;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.VoidType;

/// Which conversions of items are allowed, from the strictest rule to the loosest: the parameter
/// `casting` of NumPy's `astype`, `copyto` and `can_cast`.
public enum Casting {
  /// None: the dtypes differ in names of theirs at most.
  NO,
  /// Byte orders, and the places of fields, may differ.
  EQUIV,
  /// No value may be lost: `i4` to `f8`, `S3` to `S5`, `M8[s]` to `M8[ms]`.
  SAFE,
  /// Also down within a kind or up to a greater one: `f8` to `f4`, `i8` to `f4`, `S5` to `S3`.
  SAME_KIND,
  /// Every conversion there is.
  UNSAFE;

  /// Whether this rule allows to convert items of one dtype into items of another; as
  /// `numpy.can_cast(from, to, casting)` of NumPy 2.4, which decides by the dtypes alone and not by
  /// values.
  ///
  /// There are pairs between which no conversion exists, such as structures with different numbers
  /// of fields; no rule allows them. As in NumPy, a conversion that [#UNSAFE] allows may still fail
  /// for an item, as that of the text `one` into a number does.
  ///
  /// @param from what there is
  /// @param to what is wanted; bytes, text and void of length 0 stand for those of any length
  /// @return whether it is allowed
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
