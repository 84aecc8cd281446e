package io.ndmap.arithmetic;

import io.ndmap.copy.SafeOrder;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.kernel.Block;
import io.ndmap.kernel.Operation;
import io.ndmap.pass.BlockPass;
import io.ndmap.pass.Items;
import io.ndmap.value.Promotion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Arithmetic with complex operands, with separate blocks for real and imaginary parts.
///
/// Real operands have an imaginary part of +0, as in NumPy: `inf × (1 + 0i)` is `inf + nan i`.
final class ComplexArithmetic {

  /// An operand's blocks: the places of real and imaginary part, and what they are.
  private record Parts(int re, int im, ScalarKind kind, boolean real) {

    static Parts of(List<Items> operands, Items view, Items target) {
      ScalarType type = (ScalarType) view.dtype();
      Items items = SafeOrder.operand(view, target);
      int re = operands.size();
      operands.add(items.real());
      // The place of the imaginary part is filled in any case, with zeros later.
      operands.add(type.kind().isComplex() ? items.imag() : items.real());
      return new Parts(re, re + 1, type.kind().part(), !type.kind().isComplex());
    }

    /// Brings the numbers to the kind of parts that is computed in.
    void open(Block[] blocks, ScalarKind to, Block zero, int count) {
      blocks[re].convert(kind, to, count);
      if (real) {
        blocks[im].copy(to, zero, count);
      } else {
        blocks[im].convert(kind, to, count);
      }
    }
  }

  private ComplexArithmetic() {}

  /// @param right null for the number
  static void apply(
      Operation operation,
      Items left,
      @Nullable Items right,
      @Nullable Number number,
      Items target) {
    ScalarKind a = Computable.kind(operation, left);
    ScalarKind common = right == null ? a : Promotion.of(a, Computable.kind(operation, right));
    Computable.requireSameKind(operation, common, target);
    ScalarKind part = common.part();
    List<Items> operands = new ArrayList<>();
    Parts x = Parts.of(operands, left, target);
    Parts y = right == null ? null : Parts.of(operands, right, target);
    Block zero = Computable.constant(part, 0L, target);
    Block constant = number == null ? zero : Computable.constant(part, number, target);
    run(
        target,
        operands,
        (blocks, count) -> {
          x.open(blocks, part, zero, count);
          Block re = constant;
          Block im = zero;
          if (y != null) {
            y.open(blocks, part, zero, count);
            re = blocks[y.re];
            im = blocks[y.im];
          }
          compute(operation, part, blocks, re, im, count);
          close(blocks, part, target, count);
        });
  }

  /// Adds a multiple of items to those of the target.
  static void addScaled(Items target, Items items, Number factor) {
    ScalarKind kind = Computable.kind(Operation.TIMES, items);
    ScalarKind scaled = Promotion.with(kind, factor);
    ScalarKind common = Promotion.of(Computable.kind(Operation.PLUS, target), scaled);
    Computable.requireSameKind(Operation.PLUS, common, target);
    ScalarKind part = common.part();
    List<Items> operands = new ArrayList<>();
    Parts x = Parts.of(operands, target, target);
    Parts y = Parts.of(operands, items, target);
    Block zero = Computable.constant(part, 0L, target);
    Block scaledZero = Computable.constant(scaled.part(), 0L, target);
    Block constant = Computable.constant(scaled.part(), factor, target);
    run(
        target,
        operands,
        (blocks, count) -> {
          x.open(blocks, part, zero, count);
          Block re = blocks[y.re];
          Block im = blocks[y.im];
          re.convert(y.kind, scaled.part(), count);
          if (y.real) {
            re.apply(Operation.TIMES, scaled.part(), constant, count);
            re.convert(scaled.part(), part, count);
            im.copy(part, zero, count);
          } else {
            im.convert(y.kind, scaled.part(), count);
            Block.applyComplex(Operation.TIMES, scaled.part(), re, im, constant, scaledZero, count);
            re.convert(scaled.part(), part, count);
            im.convert(scaled.part(), part, count);
          }
          compute(Operation.PLUS, part, blocks, re, im, count);
          close(blocks, part, target, count);
        });
  }

  private static void compute(
      Operation operation, ScalarKind part, Block[] blocks, Block re, Block im, int count) {
    switch (operation) {
      case PLUS, MINUS -> {
        blocks[0].apply(operation, part, re, count);
        blocks[1].apply(operation, part, im, count);
      }
      default -> Block.applyComplex(operation, part, blocks[0], blocks[1], re, im, count);
    }
  }

  private static void close(Block[] blocks, ScalarKind part, Items target, int count) {
    ScalarKind into = target.kind().part();
    blocks[0].convert(part, into, count);
    blocks[1].convert(part, into, count);
  }

  private static void run(Items target, List<Items> operands, BlockPass.Work work) {
    BlockPass.run(
        target.execution(),
        new Items[] {target.real(), target.imag()},
        operands.toArray(new Items[0]),
        work);
  }
}
