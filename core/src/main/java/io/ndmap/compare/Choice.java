package io.ndmap.compare;

import io.ndmap.copy.CastingCopy;
import io.ndmap.copy.CommonDType;
import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Results;
import io.ndmap.elementwise.Step;
import io.ndmap.elementwise.TilePass;
import io.ndmap.engine.Loops;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.loop.InternalOperation;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import java.nio.ByteOrder;
import java.util.List;

/// Selects between the elements of two views by a mask, as `numpy.where`; see `NdView.where` for
/// the contract.
public final class Choice {

  private Choice() {}

  /// Returns a new array: in Fortran order if the first view has the shape of the result and is
  /// contiguous in Fortran order only, otherwise in C order.
  public static Items of(Items mask, Items items, Items others) {
    DType dtype = common(mask, items, others);
    Items results = Results.of(dtype, items, others, mask).on(items.execution());
    run(mask, items, others, results);
    return results;
  }

  /// Writes into a target.
  public static void into(Items mask, Items items, Items others, Items target) {
    target.requireWritable();
    DType dtype = common(mask, items, others);
    if (!Casting.SAME_KIND.allows(dtype, target.dtype())) {
      throw new DTypeException(
          ("the chosen elements are %s, which cannot be cast to elements of %s of %s by"
                  + " same-kind casting; use a target of another dtype and convert it")
              .formatted(dtype, target.dtype(), target.backing().name()));
    }
    SafeOrder.run(
        target, true, (part, from) -> run(from[0], from[1], from[2], part), mask, items, others);
  }

  private static DType common(Items mask, Items items, Items others) {
    Masks.requireBool(mask);
    return CommonDType.of(List.of(items, others));
  }

  private static void run(Items mask, Items items, Items others, Items target) {
    Items flags = mask.broadcastTo(target.shape());
    Items one = items.broadcastTo(target.shape());
    Items two = others.broadcastTo(target.shape());
    DType dtype = CommonDType.of(List.of(one, two));
    if (isPlain(dtype) && isPlain(target.dtype())) {
      run(flags, one, two, target, ((ScalarType) dtype).kind());
      return;
    }
    // Elements of other dtypes are moved as integers with the same bytes.
    int bytes = Integer.lowestOneBit(target.itemsize() | Long.BYTES);
    ScalarKind kind = ScalarKind.valueOf("UINT" + Byte.SIZE * bytes);
    Strided once = Strided.of(0, Shape.of(target.itemsize() / bytes), 0);
    run(
        flags.at(flags.strided().append(once)),
        units(as(target.dtype(), as(dtype, one)), kind),
        units(as(target.dtype(), as(dtype, two)), kind),
        units(target, kind),
        kind);
  }

  private static void run(Items mask, Items one, Items two, Items target, ScalarKind kind) {
    TilePass.run(target.execution(), target, step(mask, one, two, kind));
  }

  /// Returns the step that selects between two operands.
  ///
  /// @param kind the scalar type of the results
  public static Step step(Items mask, Items one, Items two, ScalarKind kind) {
    boolean pairs = kind.itemsize() > Long.BYTES;
    ScalarKind computeType =
        pairs ? kind : ScalarKind.valueOf("UINT" + Byte.SIZE * kind.itemsize());
    return Step.of(
        kind,
        Loops.of(InternalOperation.CHOICE, computeType),
        Operand.of(mask, ScalarKind.BOOL),
        Operand.of(one, kind),
        Operand.of(two, kind));
  }

  /// Whether elements of this dtype are cast by loops.
  private static boolean isPlain(DType dtype) {
    return dtype instanceof ScalarType scalar && !scalar.kind().isExtended();
  }

  private static Items as(DType dtype, Items items) {
    if (items.dtype().equals(dtype)) {
      return items;
    }
    Items cast =
        Items.temporary(dtype, Strided.contiguous(items.shape(), dtype.itemsize(), Order.C))
            .on(items.execution());
    CastingCopy.copy(items, cast, Casting.UNSAFE);
    return cast;
  }

  /// The bytes of each element as integers along a new last axis.
  private static Items units(Items items, ScalarKind kind) {
    Shape shape = Shape.of(items.itemsize() / kind.itemsize());
    Strided inside = Strided.contiguous(shape, kind.itemsize(), Order.C);
    return items.at(items.strided().append(inside), new ScalarType(kind, ByteOrder.LITTLE_ENDIAN));
  }
}
