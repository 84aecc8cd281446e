package io.ndmap.op;

import io.ndmap.axes.SubarrayAxes;
import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.dtype.VoidType;
import io.ndmap.value.CastTarget;
import io.ndmap.value.TickScale;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Determines the strictest casting rule that allows a conversion between two dtypes, as NumPy's
/// casting implementations return it; `null` if there is no conversion.
final class CastSafety {

  private CastSafety() {}

  static @Nullable Casting of(DType from, DType to) {
    return switch (from) {
      case StructType f when to instanceof StructType t -> ofStructures(f, t);
      case StructType f ->
          f.fields().size() == 1
              ? atLeast(Casting.UNSAFE, of(f.fields().getFirst().dtype(), to))
              : null;
      case DType _ when to instanceof StructType t -> intoStructure(from, t);
      case SubarrayType _ -> ofSubarray(from, to);
      case DType _ when to instanceof SubarrayType _ -> ofSubarray(from, to);
      case VoidType f -> ofVoid(f, to);
      case DType _ when to instanceof VoidType t ->
          from.itemsize() <= t.itemsize() ? Casting.SAFE : Casting.UNSAFE;
      case ObjectType _ -> to instanceof ObjectType ? Casting.NO : null;
      case ScalarType f -> ofNumber(f, to);
      case TimeType f -> ofTime(f, to);
      case BytesType f -> ofBytes(f, to);
      case TextType f -> ofText(f, to);
    };
  }

  /// Returns the rule for a target of bytes, text or void that is long enough for every source
  /// value.
  static @Nullable Casting ofAnyLength(DType from, DType to) {
    return switch (to) {
      case VoidType _ ->
          from instanceof VoidType || from instanceof StructType ? Casting.NO : Casting.SAFE;
      case BytesType _ when from instanceof BytesType -> Casting.NO;
      case TextType t when from instanceof TextType f ->
          f.order().equals(t.order()) ? Casting.NO : Casting.EQUIV;
      case TextType _ when from instanceof BytesType -> Casting.SAFE;
      case BytesType _, TextType _ when from instanceof ScalarType -> Casting.SAFE;
      default -> of(from, to);
    };
  }

  /// Returns the looser of two rules, or `null` if the second one is `null`.
  private static @Nullable Casting atLeast(Casting first, @Nullable Casting second) {
    return second == null || second.compareTo(first) > 0 ? second : first;
  }

  // ---- numbers

  private static @Nullable Casting ofNumber(ScalarType from, DType to) {
    return switch (to) {
      case ScalarType t when t.kind() == from.kind() ->
          t.order().equals(from.order()) ? Casting.NO : Casting.EQUIV;
      case ScalarType t -> ofKinds(from.kind(), t.kind());
      case TimeType t -> {
        boolean whole = from.kind().isInteger() || from.kind() == ScalarKind.BOOL;
        if (t.kind() == TimeType.Kind.DATETIME || !whole) {
          yield Casting.UNSAFE;
        }
        yield from.kind() == ScalarKind.UINT64 ? Casting.SAME_KIND : Casting.SAFE;
      }
      case BytesType t ->
          t.itemsize() >= CastTarget.textLength(from.kind()) ? Casting.SAFE : Casting.SAME_KIND;
      case TextType t ->
          t.length() >= CastTarget.textLength(from.kind()) ? Casting.SAFE : Casting.SAME_KIND;
      default -> null;
    };
  }

  private static Casting ofKinds(ScalarKind from, ScalarKind to) {
    if (isLossless(from, to)) {
      return Casting.SAFE;
    }
    return rank(from) <= rank(to) ? Casting.SAME_KIND : Casting.UNSAFE;
  }

  private static int rank(ScalarKind kind) {
    return "buifc".indexOf(kind.code());
  }

  private static boolean isLossless(ScalarKind from, ScalarKind to) {
    if (from == ScalarKind.BOOL) {
      return true;
    }
    ScalarKind part = to.part();
    if (from.isInteger()) {
      if (to.isInteger()) {
        return from.isUnsigned() == to.isUnsigned()
            ? from.itemsize() < to.itemsize()
            : from.isUnsigned() && from.itemsize() < to.itemsize();
      }
      // NumPy requires a float of twice the size of the integer, but accepts eight bytes for 64-bit
      // integers.
      return part.isFloat() && part.itemsize() >= Math.min(8, 2 * from.itemsize());
    }
    if (from.isComplex()) {
      return to.isComplex() && from.itemsize() < to.itemsize();
    }
    return part.isFloat()
        && (to.isComplex()
            ? from.itemsize() <= part.itemsize()
            : from.itemsize() < part.itemsize());
  }

  // ---- times

  private static @Nullable Casting ofTime(TimeType from, DType to) {
    return switch (to) {
      case TimeType t -> from.kind() == t.kind() ? ofUnits(from, t) : Casting.UNSAFE;
      case ScalarType _, BytesType _, TextType _ -> Casting.UNSAFE;
      default -> null;
    };
  }

  private static Casting ofUnits(TimeType from, TimeType to) {
    if (isSameUnit(from, to)) {
      return from.order().equals(to.order()) ? Casting.NO : Casting.EQUIV;
    }
    if (from.unit() == TimeUnit.GENERIC) {
      return Casting.SAFE;
    }
    if (to.unit() == TimeUnit.GENERIC) {
      return Casting.UNSAFE;
    }
    boolean spans = from.kind() == TimeType.Kind.TIMEDELTA;
    if (spans && TickScale.isCalendar(from.unit()) != TickScale.isCalendar(to.unit())) {
      return Casting.UNSAFE;
    }
    boolean finer = from.unit().compareTo(to.unit()) <= 0;
    return finer && TickScale.divides(from, to) ? Casting.SAFE : Casting.SAME_KIND;
  }

  private static boolean isSameUnit(TimeType from, TimeType to) {
    if (from.unit() == to.unit() && from.multiple() == to.multiple()) {
      return true;
    }
    // NumPy treats 1000ms and 1s as equal (and anything from 1000ms to 1999ms, too).
    int steps = from.unit().compareTo(to.unit());
    if (to.unit().compareTo(TimeUnit.SECOND) < 0 || steps < 1 || steps > 3 || to.multiple() == 0) {
      return false;
    }
    int thousands = steps == 1 ? 1000 : steps == 2 ? 1_000_000 : 1_000_000_000;
    return from.multiple() / to.multiple() == thousands;
  }

  // ---- bytes, text and void

  private static @Nullable Casting ofBytes(BytesType from, DType to) {
    return switch (to) {
      case BytesType t -> ofLengths(from.itemsize(), t.itemsize(), true);
      case TextType t -> from.itemsize() <= t.length() ? Casting.SAFE : Casting.SAME_KIND;
      case ScalarType _, TimeType _ -> Casting.UNSAFE;
      default -> null;
    };
  }

  private static @Nullable Casting ofText(TextType from, DType to) {
    return switch (to) {
      case TextType t -> ofLengths(from.length(), t.length(), from.order().equals(t.order()));
      case BytesType _, ScalarType _, TimeType _ -> Casting.UNSAFE;
      default -> null;
    };
  }

  private static Casting ofLengths(int from, int to, boolean sameOrder) {
    if (from != to) {
      return from < to ? Casting.SAFE : Casting.SAME_KIND;
    }
    return sameOrder ? Casting.NO : Casting.EQUIV;
  }

  private static @Nullable Casting ofVoid(VoidType from, DType to) {
    return switch (to) {
      case VoidType t -> ofLengths(from.itemsize(), t.itemsize(), true);
      case ScalarType _, TimeType _, BytesType _, TextType _ -> Casting.UNSAFE;
      default -> null;
    };
  }

  // ---- structures and subarrays

  private static @Nullable Casting ofStructures(StructType from, StructType to) {
    List<Field> sources = from.fields();
    List<Field> targets = to.fields();
    if (sources.size() != targets.size()) {
      return null;
    }
    Casting needed = from.itemsize() == to.itemsize() ? Casting.NO : Casting.EQUIV;
    for (int i = 0; i < sources.size(); i++) {
      Field source = sources.get(i);
      Field target = targets.get(i);
      if (source.offset() != target.offset()) {
        needed = looser(needed, Casting.EQUIV);
      }
      if (!source.name().equals(target.name()) || !title(source).equals(title(target))) {
        needed = looser(needed, Casting.SAFE);
      }
      Casting inside = of(source.dtype(), target.dtype());
      if (inside == null) {
        return null;
      }
      needed = looser(needed, inside);
    }
    return needed;
  }

  /// Returns a string title in quotes, so that it differs from all titles that are not strings.
  private static String title(Field field) {
    return field.otherTitle() == null
        ? "'" + Objects.requireNonNullElse(field.title(), field.name()) + "'"
        : field.otherTitle();
  }

  private static Casting looser(Casting first, Casting second) {
    return first.compareTo(second) >= 0 ? first : second;
  }

  private static @Nullable Casting intoStructure(DType from, StructType to) {
    boolean all = to.fields().stream().allMatch(field -> of(from, field.dtype()) != null);
    return all ? Casting.UNSAFE : null;
  }

  private static @Nullable Casting ofSubarray(DType from, DType to) {
    DType fromBase = from instanceof SubarrayType f ? SubarrayAxes.base(f) : from;
    DType toBase = to instanceof SubarrayType t ? SubarrayAxes.base(t) : to;
    Casting inside = of(fromBase, toBase);
    if (from instanceof SubarrayType f && to instanceof SubarrayType t) {
      boolean sameShape = SubarrayAxes.shape(f).equals(SubarrayAxes.shape(t));
      return sameShape ? inside : atLeast(Casting.UNSAFE, inside);
    }
    boolean spread = to instanceof SubarrayType && !(from instanceof VoidType);
    return atLeast(spread ? Casting.SAFE : Casting.UNSAFE, inside);
  }
}
