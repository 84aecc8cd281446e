package io.ndmap.copy;

import io.ndmap.axes.Layouts;
import io.ndmap.axes.LoopAxes;
import io.ndmap.axes.SubarrayAxes;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TimeType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Step;
import io.ndmap.elementwise.TilePass;
import io.ndmap.engine.Loops;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import io.ndmap.pass.Near;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.value.CastTarget;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Copies the items of one view into another one and converts them.
///
/// Structures and subarrays are taken apart until numbers, times, text, bytes or void are left,
/// each with a layout of its own; those are converted in one pass each, with what [LeafCast] has
/// for the two dtypes.
public final class CastingCopy {

  private final Items source;
  private final Items target;

  private CastingCopy(Items source, Items target) {
    this.source = source;
    this.target = target;
  }

  public static void copy(Items source, Items target, Casting casting) {
    target.requireWritable();
    ItemCopy.requireSameShape(source, target);
    requireAllowed(source, target.dtype(), target.backing().name(), casting);
    if (isSameButForOrder(source.dtype(), target.dtype())) {
      ItemCopy.copy(source, target, source.execution());
      return;
    }
    SafeOrder.run(
        target,
        false,
        (part, from) -> {
          CastingCopy cast = new CastingCopy(from[0], part);
          cast.items(from[0].strided(), source.dtype(), part.strided(), target.dtype());
        },
        source);
  }

  /// A new array of another dtype, its axes in the order in which the source's lie in memory.
  public static Items convert(Items source, DType dtype, Casting casting) {
    DType into = CastTarget.of(source.dtype(), dtype);
    requireAllowed(source, dtype, "a new array", casting);
    if (into instanceof SubarrayType) {
      Items target = source.result(into, source.shape(), Order.C).on(source.execution());
      Strided outer = Strided.contiguous(source.shape(), into.itemsize(), Order.C);
      new CastingCopy(source, target).items(source.strided(), source.dtype(), outer, into);
      return target;
    }
    Items target =
        source
            .result(into, Layouts.packed(source.strided(), into.itemsize()))
            .on(source.execution());
    copy(source, target, Casting.UNSAFE);
    return target;
  }

  /// @param where the items are to go
  /// @throws DTypeException if the rule forbids the conversion, naming both dtypes
  static void requireAllowed(Items source, DType into, String where, Casting casting) {
    if (!casting.allows(source.dtype(), into)) {
      throw new DTypeException(
          "cannot convert items of "
              + source.dtype()
              + " of "
              + source.backing().name()
              + " into items of "
              + into
              + " of "
              + where
              + " under the rule "
              + casting);
    }
  }

  // ---- taking items apart

  private void items(Strided from, DType fromType, Strided to, DType toType) {
    if (isSameButForOrder(fromType, toType)) {
      ItemCopy.copy(source.at(from, fromType), target.at(to, toType), source.execution());
    } else if (toType instanceof StructType t) {
      intoStructure(from, fromType, to, t);
    } else if (fromType instanceof StructType f) {
      // The rules allow it for a single field only.
      items(from.shift(f.fields().getFirst().offset()), f.fields().getFirst().dtype(), to, toType);
    } else if (fromType instanceof SubarrayType || toType instanceof SubarrayType) {
      subarrays(from, fromType, to, toType);
    } else if (number(fromType) instanceof ScalarType f
        && number(toType) instanceof ScalarType t
        && (f.kind().isComplex() || t.kind().isComplex())) {
      complex(from, f, to, t);
    } else {
      leaf(from, fromType, to, toType);
    }
  }

  /// Times are the integers that they are, next to complex numbers too.
  private static DType number(DType type) {
    return type instanceof TimeType time ? new ScalarType(ScalarKind.INT64, time.order()) : type;
  }

  private static boolean isSameButForOrder(DType from, DType to) {
    return switch (from) {
      case StructType _, SubarrayType _ -> from.equals(to);
      default ->
          from.withByteOrder(ByteOrder.LITTLE_ENDIAN)
              .equals(to.withByteOrder(ByteOrder.LITTLE_ENDIAN));
    };
  }

  private void intoStructure(Strided from, DType fromType, Strided to, StructType toType) {
    for (int i = 0; i < toType.fields().size(); i++) {
      Strided into = to.shift(toType.fields().get(i).offset());
      DType intoType = toType.fields().get(i).dtype();
      if (fromType instanceof StructType f) {
        items(from.shift(f.fields().get(i).offset()), f.fields().get(i).dtype(), into, intoType);
      } else {
        items(from, fromType, into, intoType);
      }
    }
  }

  /// As NumPy broadcasts subarrays: a single item goes everywhere; else the last axes are put side
  /// by side, an axis of one item is repeated, and where the source ends the target is filled with
  /// zeros.
  private void subarrays(Strided from, DType fromType, Strided to, DType toType) {
    Shape fromShape = shape(fromType);
    Shape toShape = shape(toType);
    DType fromBase = base(fromType);
    DType toBase = base(toType);
    if (toShape.itemCount() == 0) {
      return;
    }
    boolean single = fromShape.itemCount() == 1;
    int distance = fromShape.rank() - toShape.rank();
    long[] sizes = toShape.toArray();
    long[] strides = new long[sizes.length];
    Strided inner = Strided.contiguous(fromShape, fromBase.itemsize(), Order.C);
    boolean covered = fromShape.itemCount() > 0;
    for (int k = 0; k < sizes.length; k++) {
      int axis = k + distance;
      if (!single && axis >= 0 && fromShape.size(axis) != 1) {
        strides[k] = inner.stride(axis);
        covered &= sizes[k] <= fromShape.size(axis);
        sizes[k] = Math.min(sizes[k], fromShape.size(axis));
      }
    }
    Strided whole = Strided.contiguous(toShape, toBase.itemsize(), Order.C);
    if (!covered) {
      zeros(to.withoutUnitAxes().append(whole.withoutUnitAxes()), toBase);
    }
    if (fromShape.itemCount() > 0) {
      Shape both = Shape.of(sizes);
      items(
          appended(from, Strided.of(0, both, strides)),
          fromBase,
          appended(to, Strided.of(0, both, whole.strides())),
          toBase);
    }
  }

  /// Without axes of length 1 there is always room for those of subarrays.
  private static Strided appended(Strided outer, Strided inner) {
    return outer.withoutUnitAxes().append(inner.withoutUnitAxes());
  }

  private static Shape shape(DType type) {
    return type instanceof SubarrayType subarray ? SubarrayAxes.shape(subarray) : Shape.SCALAR;
  }

  private static DType base(DType type) {
    return type instanceof SubarrayType subarray ? SubarrayAxes.base(subarray) : type;
  }

  private void zeros(Strided to, DType type) {
    Filling.zeros(target.at(to, type).on(source.execution()));
  }

  /// Part by part; a real number has no imaginary part to give, and does not take one.
  private void complex(Strided from, ScalarType fromType, Strided to, ScalarType toType) {
    ScalarType fromPart = new ScalarType(fromType.kind().part(), fromType.order());
    ScalarType toPart = new ScalarType(toType.kind().part(), toType.order());
    if (toType.kind() == ScalarKind.BOOL) {
      leaf(from, fromType, to, toType);
    } else if (!toType.kind().isComplex()) {
      items(from, fromPart, to, toPart);
    } else if (!fromType.kind().isComplex()) {
      items(from, fromPart, to, toPart);
      zeros(to.shift(toPart.itemsize()).withoutUnitAxes(), toPart);
    } else {
      Shape pair = Shape.of(2);
      items(
          appended(from, Strided.of(0, pair, fromPart.itemsize())),
          fromPart,
          appended(to, Strided.of(0, pair, toPart.itemsize())),
          toPart);
    }
  }

  // ---- converting

  private void leaf(Strided from, DType fromType, Strided to, DType toType) {
    RunCast cast = LeafCast.of(fromType, toType);
    if (to.shape().itemCount() == 0) {
      return;
    }
    if (fromType instanceof ScalarType f
        && toType instanceof ScalarType t
        && hasLoop(f.kind())
        && hasLoop(t.kind())
        && !Pass.of(to, from).inBoxes().isAcross()) {
      TilePass.run(
          source.execution(),
          target.at(to, toType),
          Step.of(
              t.kind(),
              Loops.of(f.kind(), t.kind()),
              Operand.of(source.at(from, fromType), f.kind())));
      return;
    }
    Strided[] sides = LoopAxes.ascending(to, from);
    try (Near near = new Near(source.execution())) {
      Items read = near.source(source, sides[1], fromType.itemsize());
      Items written = near.target(target, sides[0], toType.itemsize());
      convert(read, written, cast, toType.itemsize());
      near.store();
    }
  }

  private static boolean hasLoop(ScalarKind kind) {
    return !kind.isComplex() && kind != ScalarKind.LONGDOUBLE;
  }

  private static void convert(Items source, Items target, RunCast cast, int itemsize) {
    Pass pass = Pass.of(target.strided(), source.strided()).inBoxes();
    new Parts(source.execution(), source, target)
        .of(pass, target.backing(), source.backing())
        .run(
            pass.parts(),
            index -> {
              Strided[] part = pass.part(index);
              MemorySegment read = source.seen();
              MemorySegment written = target.seen();
              if (pass.isAcross()) {
                new BoxCast(read, written, itemsize, cast, part).run();
                return;
              }
              int inner = part[0].rank() - 1;
              long into = part[0].stride(inner);
              long stride = part[1].stride(inner);
              Pass.forEachRun(
                  part, (at, n) -> cast.run(read, at[1], stride, written, at[0], into, n));
            });
  }
}
