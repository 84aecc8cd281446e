package io.ndmap.copy;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.axes.SubarrayAxes;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Staging;

/// Copies the elements of one view into another. The two views share no bytes, or consist of the
/// same elements in memory.
final class ApartCopy {

  private final Items source;
  private final Items target;
  private final Execution execution;

  private ApartCopy(Items source, Items target, Execution execution) {
    this.source = source;
    this.target = target;
    this.execution = execution;
  }

  /// Copies all elements.
  ///
  /// @param target a writable array of the source's shape, whose dtype differs at most in byte
  ///   order and padding
  static void copy(Items source, Items target, Execution execution) {
    // Drop axes of length 1, so that the axes of subarrays do not exceed the maximum rank.
    new ApartCopy(source, target, execution)
        .items(
            Layouts.withoutUnitAxes(source.strided()),
            source.dtype(),
            Layouts.withoutUnitAxes(target.strided()),
            target.dtype());
  }

  private void items(Strided from, DType fromType, Strided to, DType toType) {
    if (fromType.equals(toType)) {
      strided(from, to, fromType.itemsize(), 1);
    } else if (fromType instanceof StructType f && toType instanceof StructType t) {
      for (int i = 0; i < f.fields().size(); i++) {
        items(
            from.shift(f.fields().get(i).offset()),
            f.fields().get(i).dtype(),
            to.shift(t.fields().get(i).offset()),
            t.fields().get(i).dtype());
      }
    } else if (fromType instanceof SubarrayType f && toType instanceof SubarrayType t) {
      items(SubarrayAxes.along(from, f), f.base(), SubarrayAxes.along(to, t), t.base());
    } else {
      strided(from, to, fromType.itemsize(), unit(fromType));
    }
  }

  private void strided(Strided from, Strided to, int itemsize, int unit) {
    if (from.shape().itemCount() > 0 && itemsize > 0) {
      if (unit == 1 && isSmall(from, itemsize) && small(from, to, itemsize)) {
        return;
      }
      StridedCopy copy = StridedCopy.of(source, from, target, to, itemsize, unit);
      Backing[] backings = {source.backing(), target.backing()};
      new Parts(execution, source, target)
          .of(copy.parts(), from.shape().itemCount(), copy::layouts, backings)
          .run(copy.parts(), copy::part);
    }
  }

  private static boolean isSmall(Strided from, int itemsize) {
    return from.shape().itemCount() <= Staging.MOST / itemsize;
  }

  /// Copies through packed scratch memory.
  ///
  /// @return false if neither side needs to be packed, see [Staging#packs(Items, Strided, int)];
  ///   nothing was copied then
  private boolean small(Strided from, Strided to, int itemsize) {
    Strided[] sides = LoopAxes.ascending(to, from);
    try (Staging staging = new Staging(execution)) {
      if (!staging.packs(source, sides[1], itemsize)
          && !staging.packs(target, sides[0], itemsize)) {
        return false;
      }
      boolean direct =
          source.direct() != null ? target.direct() != null : !source.segment().isNative();
      Items items = direct ? source.at(sides[1]) : staging.source(source, sides[1], itemsize);
      Staging.copy(items, target, sides[0], itemsize);
      return true;
    }
  }

  /// Returns the number of bytes that a change of byte order reverses together.
  private static int unit(DType dtype) {
    return switch (dtype) {
      case ScalarType scalar -> scalar.kind().part().itemsize();
      case TextType _ -> TextType.UNIT;
      default -> dtype.itemsize();
    };
  }
}
