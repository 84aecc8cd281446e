package io.ndmap.move;

import static io.ndmap.dtype.ScalarKind.BOOL;
import static io.ndmap.dtype.ScalarKind.FLOAT16;
import static io.ndmap.dtype.ScalarKind.FLOAT32;
import static io.ndmap.dtype.ScalarKind.FLOAT64;
import static io.ndmap.dtype.ScalarKind.INT16;
import static io.ndmap.dtype.ScalarKind.INT32;
import static io.ndmap.dtype.ScalarKind.INT64;
import static io.ndmap.dtype.ScalarKind.INT8;
import static io.ndmap.dtype.ScalarKind.LONGDOUBLE;
import static io.ndmap.dtype.ScalarKind.UINT16;
import static io.ndmap.dtype.ScalarKind.UINT64;
import static io.ndmap.dtype.ScalarKind.UINT8;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Selects the loops that convert real numbers from one scalar type to another: a single loop if
/// there is one, else two or more, with intermediate types that give the same result as NumPy and
/// `ml_dtypes`.
public final class CastPath {

  private CastPath() {}

  /// Returns the loops, in the order in which they run.
  public static List<CastLoop> between(ScalarKind from, ScalarKind to) {
    CastLoop loop = loop(from, to);
    if (loop != null) {
      return List.of(loop);
    }
    ScalarKind middle = middle(from, to);
    List<CastLoop> loops = new ArrayList<>(between(from, middle));
    loops.addAll(between(middle, to));
    return loops;
  }

  /// Returns whether a conversion leaves all bytes unchanged.
  static boolean copies(ScalarKind from, ScalarKind to) {
    return isFloat(from)
        ? from == to
        : isInteger(from) && isInteger(to) && from.itemsize() == to.itemsize();
  }

  private static boolean isFloat(ScalarKind kind) {
    return kind.isFloat() && kind != LONGDOUBLE;
  }

  private static boolean isInteger(ScalarKind kind) {
    return !isFloat(kind) && kind != BOOL && kind != LONGDOUBLE;
  }

  private static @Nullable CastLoop loop(ScalarKind from, ScalarKind to) {
    int size = from.itemsize();
    int intoSize = to.itemsize();
    if (copies(from, to)) {
      return (s, at, t, into, n) -> MemorySegment.copy(s, at, t, into, (long) n * size);
    }
    if (isInteger(from) && isInteger(to) && size > intoSize) {
      // In little-endian order, the low bytes are the first bytes.
      return switch (size - intoSize) {
        case 4 -> ToIntegers::intsOfLongs;
        case 2 -> ToIntegers::shortsOfInts;
        case 3 -> ToIntegers::bytesOfInts;
        default ->
            (s, at, t, into, n) -> UnscopedCopy.copy(s, at, size, t, into, intoSize, n, intoSize);
      };
    }
    return switch (to) {
      case BOOL ->
          switch (from) {
            case BOOL, INT8, UINT8 -> ToIntegers::truthsOfBytes;
            case INT32 -> ToIntegers::truthsOfInts;
            case INT64, UINT64 -> ToIntegers::truthsOfLongs;
            case FLOAT64 -> ToIntegers::truthsOfDoubles;
            case LONGDOUBLE -> LongDoubles::toTruths;
            default -> null;
          };
      case INT8, UINT8 -> from == BOOL ? ToIntegers::truthsOfBytes : null;
      case INT16 -> from == LONGDOUBLE ? LongDoubles::toShorts : null;
      case INT32, UINT32 ->
          switch (from) {
            case BOOL -> ToIntegers::intsOfTruths;
            case INT8 -> ToIntegers::intsOfBytes;
            case UINT8 -> ToIntegers::intsOfUnsignedBytes;
            case INT16 -> ToIntegers::intsOfShorts;
            case UINT16 -> ToIntegers::intsOfUnsignedShorts;
            case FLOAT32 -> to == INT32 ? Truncations::intsOfFloats : null;
            case FLOAT64 -> to == INT32 ? Truncations::intsOfDoubles : null;
            case LONGDOUBLE -> to == INT32 ? LongDoubles::toInts : null;
            default -> null;
          };
      case INT64, UINT64 ->
          switch (from) {
            case INT32 -> ToIntegers::longsOfInts;
            case UINT32 -> ToIntegers::longsOfUnsignedInts;
            case FLOAT64 ->
                to == INT64 ? Truncations::longsOfDoubles : Truncations::unsignedLongsOfDoubles;
            case LONGDOUBLE -> to == INT64 ? LongDoubles::toLongs : LongDoubles::toUnsignedLongs;
            default -> null;
          };
      case FLOAT16 ->
          switch (from) {
            case FLOAT32 -> ToFloats::halvesOfFloats;
            case FLOAT64 -> ToFloats::halvesOfDoubles;
            default -> null;
          };
      case BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 ->
          from == FLOAT32 ? SmallFloats.ofFloats(to) : null;
      case FLOAT32 ->
          switch (from) {
            case INT8, UINT8 -> SmallToFloats.floatsOfBytes(from == UINT8);
            case INT16, UINT16 -> SmallToFloats.floatsOfShorts(from == UINT16);
            case INT32 -> ToFloats::floatsOfInts;
            case INT64 -> ToFloats::floatsOfLongs;
            case UINT64 -> ToFloats::floatsOfUnsignedLongs;
            case FLOAT16 -> ToFloats::floatsOfFloat16;
            case BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 -> SmallFloats.floatsOf(from);
            case FLOAT64 -> ToFloats::floatsOfDoubles;
            case LONGDOUBLE -> LongDoubles::toFloats;
            default -> null;
          };
      case FLOAT64 ->
          switch (from) {
            case INT8, UINT8 -> SmallToFloats.doublesOfBytes(from == UINT8);
            case INT16, UINT16 -> SmallToFloats.doublesOfShorts(from == UINT16);
            case INT32 -> ToFloats::doublesOfInts;
            case INT64 -> ToFloats::doublesOfLongs;
            case UINT64 -> ToFloats::doublesOfUnsignedLongs;
            case FLOAT16 -> ToFloats::doublesOfFloat16;
            case FLOAT32 -> ToFloats::doublesOfFloats;
            case LONGDOUBLE -> LongDoubles::toDoubles;
            default -> null;
          };
      case LONGDOUBLE ->
          switch (from) {
            case INT64 -> LongDoubles::ofLongs;
            case UINT64 -> LongDoubles::ofUnsignedLongs;
            case FLOAT64 -> LongDoubles::ofDoubles;
            case LONGDOUBLE -> LongDoubles::ofThemselves;
            default -> null;
          };
      default -> null;
    };
  }

  private static ScalarKind middle(ScalarKind from, ScalarKind to) {
    if (from.isOfMlDtypes() || to.isOfMlDtypes()) {
      return FLOAT32;
    }
    if (from == LONGDOUBLE) {
      return switch (to) {
        case FLOAT16 -> FLOAT32;
        case UINT32 -> INT64;
        case UINT16 -> INT32;
        default -> INT16;
      };
    }
    if (isFloat(from)) {
      if (to == LONGDOUBLE || to == BOOL || to.itemsize() == Long.BYTES) {
        return FLOAT64;
      }
      return switch (to) {
        case UINT32 -> from == FLOAT64 ? INT64 : FLOAT64;
        default -> from == FLOAT16 ? FLOAT32 : INT32;
      };
    }
    if (to == FLOAT16) {
      return FLOAT32;
    }
    // Convert small integers via a wider integer type.
    return from.itemsize() < Integer.BYTES ? INT32 : INT64;
  }
}
