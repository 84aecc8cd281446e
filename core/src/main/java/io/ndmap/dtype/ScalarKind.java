package io.ndmap.dtype;

/// The scalar types of numbers, without their byte order: NumPy's, and three of `ml_dtypes`.
public enum ScalarKind {
  /// One byte, 0 or 1; any other value reads as true and is not changed.
  BOOL('b', 1),
  /// Signed, 8 bits.
  INT8('i', 1),
  /// Signed, 16 bits.
  INT16('i', 2),
  /// Signed, 32 bits.
  INT32('i', 4),
  /// Signed, 64 bits.
  INT64('i', 8),
  /// Unsigned, 8 bits.
  UINT8('u', 1),
  /// Unsigned, 16 bits.
  UINT16('u', 2),
  /// Unsigned, 32 bits.
  UINT32('u', 4),
  /// Unsigned, 64 bits.
  UINT64('u', 8),
  /// IEEE 754 binary16.
  FLOAT16('f', 2),
  /// The upper half of a binary32: 8 bits of exponent, 7 of fraction; `ml_dtypes.bfloat16`.
  BFLOAT16('f', 2),
  /// 4 bits of exponent, 3 of fraction, no infinities, one NaN of each sign;
  /// `ml_dtypes.float8_e4m3fn`.
  FLOAT8_E4M3FN('f', 1),
  /// 5 bits of exponent, 2 of fraction, with infinities; `ml_dtypes.float8_e5m2`.
  FLOAT8_E5M2('f', 1),
  /// IEEE 754 binary32.
  FLOAT32('f', 4),
  /// IEEE 754 binary64.
  FLOAT64('f', 8),
  /// The x87 extended format: 64 bits of significand, 16 of sign and exponent, 6 bytes of padding.
  LONGDOUBLE('f', 16),
  /// Two [#FLOAT32].
  COMPLEX64('c', 8),
  /// Two [#FLOAT64].
  COMPLEX128('c', 16),
  /// Two [#LONGDOUBLE].
  CLONGDOUBLE('c', 32);

  private final char code;
  private final int itemsize;

  ScalarKind(char code, int itemsize) {
    this.code = code;
    this.itemsize = itemsize;
  }

  /// NumPy's array-protocol letter: `b`, `i`, `u`, `f` or `c`.
  ///
  /// @return the letter
  public char code() {
    return code;
  }

  /// The size of one element.
  ///
  /// @return the size in bytes
  public int itemsize() {
    return itemsize;
  }

  /// Whether this is a signed or unsigned integer; [#BOOL] is not.
  ///
  /// @return true for kinds `i` and `u`
  public boolean isInteger() {
    return code == 'i' || code == 'u';
  }

  /// Whether this is an unsigned integer.
  ///
  /// @return true for kind `u`
  public boolean isUnsigned() {
    return code == 'u';
  }

  /// Whether this is a real floating-point number.
  ///
  /// @return true for kind `f`
  public boolean isFloat() {
    return code == 'f';
  }

  /// Whether this is a real or complex floating-point number.
  ///
  /// @return true for kinds `f` and `c`
  public boolean isInexact() {
    return isFloat() || isComplex();
  }

  /// Whether the numbers, or their real and imaginary parts, have the x87 extended format.
  ///
  /// @return true for [#LONGDOUBLE] and [#CLONGDOUBLE]
  public boolean isExtended() {
    return this == LONGDOUBLE || this == CLONGDOUBLE;
  }

  /// The precision of a real floating-point number.
  ///
  /// @return the bits of the significand, including the leading one
  /// @throws IllegalStateException if this is not a real floating-point type
  public int significandBits() {
    return switch (this) {
      case FLOAT16 -> 11;
      case BFLOAT16 -> 8;
      case FLOAT8_E4M3FN -> 4;
      case FLOAT8_E5M2 -> 3;
      case FLOAT32 -> 24;
      case FLOAT64 -> 53;
      case LONGDOUBLE -> 64;
      default -> throw new IllegalStateException(this + " is not a real floating-point number");
    };
  }

  /// Whether this is a real floating-point number of less than four bytes, see [#computeType()].
  ///
  /// @return true for [#FLOAT16] and the types of `ml_dtypes`
  public boolean isNarrow() {
    return isFloat() && itemsize < Float.BYTES;
  }

  /// The type in which numbers of this type are computed: [#FLOAT32] for narrow floating-point
  /// numbers, whose results are rounded when they are stored, otherwise this type.
  ///
  /// @return the compute type
  public ScalarKind computeType() {
    return isNarrow() ? FLOAT32 : this;
  }

  /// Whether this is a type of the package `ml_dtypes`, which `.npy` headers declare as void.
  ///
  /// @return true for [#BFLOAT16], [#FLOAT8_E4M3FN] and [#FLOAT8_E5M2]
  public boolean isOfMlDtypes() {
    return isNarrow() && this != FLOAT16;
  }

  /// Whether this is a pair of real and imaginary part.
  ///
  /// @return true for kind `c`
  public boolean isComplex() {
    return code == 'c';
  }

  /// The scalar type of the real and of the imaginary part.
  ///
  /// @return the type of a part, or this type if it is not complex
  public ScalarKind part() {
    return switch (this) {
      case COMPLEX64 -> FLOAT32;
      case COMPLEX128 -> FLOAT64;
      case CLONGDOUBLE -> LONGDOUBLE;
      default -> this;
    };
  }
}
