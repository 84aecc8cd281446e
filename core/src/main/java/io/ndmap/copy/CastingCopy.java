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
import io.ndmap.memory.Scratch;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Staging;
import io.ndmap.value.CastTarget;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Copies the elements of one view into another and converts them.
///
/// Structures and subarrays are decomposed into numbers, times, text, bytes and void, each with its
/// own layout. Each of these parts is converted in one pass, by the conversion that [LeafCast]
/// selects for the two dtypes.
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
    SafeOrder.run(target, false, (part, from) -> copyApart(from[0], part), source);
  }

  /// Copies into a target that shares no bytes with the source, or consists of the same elements in
  /// memory, with the same dtype.
  ///
  /// @param target a writable array of the source's shape, and of a dtype to which the source's can
  ///   be cast
  static void copyApart(Items source, Items target) {
    CastingCopy cast = new CastingCopy(source, target);
    cast.items(source.strided(), source.dtype(), target.strided(), target.dtype());
  }

  /// Returns a new array of another dtype, with its axes in the same memory order as the source's;
  /// if the dtype is a subarray, in C order.
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

  /// @param where the target's name in the message
  /// @throws DTypeException if the rule forbids the conversion; the message names both dtypes
  static void requireAllowed(Items source, DType into, String where, Casting casting) {
    if (!casting.allows(source.dtype(), into)) {
      throw new DTypeException(
          "cannot convert elements of "
              + source.dtype()
              + " of "
              + source.backing().name()
              + " into elements of "
              + into
              + " of "
              + where
              + " under the rule "
              + casting);
    }
  }

  // ---- decomposing elements

  private void items(Strided from, DType fromType, Strided to, DType toType) {
    if (isSameButForOrder(fromType, toType)) {
      ItemCopy.copyApart(source.at(from, fromType), target.at(to, toType), source.execution());
    } else if (toType instanceof StructType t) {
      intoStructure(from, fromType, to, t);
    } else if (fromType instanceof StructType f) {
      // The casting rules allow this only for structures with a single field.
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

  /// Times are converted as integers, also to and from complex numbers.
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

  /// Broadcasts subarrays as NumPy does: a subarray with a single element is copied into every
  /// element of the target. Otherwise the axes are aligned from the last one, an axis of length 1
  /// is repeated, and target elements beyond the end of the source are set to zero.
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
      zeros(Layouts.withoutUnitAxes(to).append(Layouts.withoutUnitAxes(whole)), toBase);
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

  /// Drops axes of length 1, so that the axes of subarrays do not exceed the maximum rank.
  private static Strided appended(Strided outer, Strided inner) {
    return Layouts.withoutUnitAxes(outer).append(Layouts.withoutUnitAxes(inner));
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

  /// Converts real and imaginary parts; a real source yields imaginary parts of zero, and a real
  /// target drops the imaginary parts. A bool is true if either part is not zero.
  private void complex(Strided from, ScalarType fromType, Strided to, ScalarType toType) {
    ScalarType fromPart = new ScalarType(fromType.kind().part(), fromType.order());
    ScalarType toPart = new ScalarType(toType.kind().part(), toType.order());
    if (toType.kind() == ScalarKind.BOOL) {
      leaf(from, fromType, to, toType);
    } else if (!toType.kind().isComplex()) {
      items(from, fromPart, to, toPart);
    } else if (!fromType.kind().isComplex()) {
      items(from, fromPart, to, toPart);
      zeros(Layouts.withoutUnitAxes(to.shift(toPart.itemsize())), toPart);
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
        && (isSmall(to, Math.max(f.itemsize(), t.itemsize()))
            || !Pass.of(to, from).inBoxes().isAcross())) {
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
    try (Staging staging = new Staging(source.execution())) {
      Items read = staging.source(source, sides[1], fromType.itemsize());
      Items written = staging.target(target, sides[0], toType.itemsize());
      convert(read, written, cast, toType.itemsize());
      staging.store();
    }
  }

  /// Returns whether the elements are so few that they stay in the cache, so that the order of
  /// access hardly matters.
  private static boolean isSmall(Strided layout, int itemsize) {
    return layout.shape().itemCount() <= Scratch.BLOCK / itemsize;
  }

  private static boolean hasLoop(ScalarKind kind) {
    return !kind.isComplex() && !kind.isExtended();
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
