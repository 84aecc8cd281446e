package io.ndmap.elementwise;

import io.ndmap.layout.Order;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Runs a step on small contiguous arrays, whose elements need no cast, by a single call of its
/// loop, in place or on copies: the set-up of a [TilePass] takes longer than a thousand additions.
final class SmallStep {

  private final Items target;
  private final Operand[] operands;
  private final Loop loop;
  private final Items[] all;

  private SmallStep(Items target, Operand[] operands, Loop loop, Items... all) {
    this.target = target;
    this.operands = operands;
    this.loop = loop;
    this.all = all;
  }

  /// Runs a step.
  ///
  /// @return false if it is not for such arrays; then nothing is done
  static boolean run(Execution execution, Items target, Step step) {
    Items[] all = all(target, step);
    if (all == null || execution.progress() != null || execution.dropBehind()) {
      return false;
    }
    boolean canFault = false;
    for (Items items : all) {
      canFault |= !items.isStable() && items.direct() != null;
    }
    Loop loop = step.loop().chosen(target.itemCount(), canFault);
    SmallStep small = new SmallStep(target, step.operands(), loop, all);
    new Parts(execution, all).run(1, _ -> small.run());
    return true;
  }

  /// The target and the sources; null if they are not such arrays.
  private static Items @Nullable [] all(Items target, Step step) {
    Operand[] operands = step.operands();
    Order order = target.isContiguous(Order.C) ? Order.C : Order.F;
    boolean isCast = step.stored() != target.kind() || step.computed() != target.kind();
    if (isCast || operands.length >= Scratch.BLOCKS || !isSmall(target, order)) {
      return null;
    }
    Items[] all = new Items[operands.length + 1];
    all[0] = target;
    int found = 1;
    for (Operand operand : operands) {
      switch (operand) {
        case Operand.Source(var items, var kind)
            when items.kind() == kind && isSmall(items, order) -> {
          all[found] = items;
          found++;
        }
        case Operand.Constant _ -> {}
        default -> {
          return null;
        }
      }
    }
    return Arrays.copyOf(all, found);
  }

  private static boolean isSmall(Items items, Order order) {
    long count = items.itemCount();
    return count > 0
        && count <= Scratch.BLOCK / items.itemsize()
        && items.isContiguous(order)
        && !Program.isSwapped(items);
  }

  private void run() {
    int count = (int) target.itemCount();
    try (Scratch scratch = Scratch.take()) {
      ArrayBuffers arrays = new ArrayBuffers(count);
      Span[] spans = new Span[operands.length];
      for (int k = 0; k < spans.length; k++) {
        Span block = new Span(scratch.memory(), Scratch.at(k), arrays);
        spans[k] =
            switch (operands[k]) {
              case Operand.Source source -> source(source.items(), block);
              case Operand.Constant number -> block.number(number.kind(), number.bits());
              case Operand.Result _ -> throw new AssertionError();
            };
      }
      Span inPlace = inPlace(target, arrays);
      Span results =
          inPlace != null
              ? inPlace
              : new Span(scratch.memory(), Scratch.at(operands.length), arrays);
      loop.run(spans, results, count);
      if (inPlace == null) {
        copy(results.memory(), results.at(), target.segment(), target.strided().offset(), target);
      }
    } finally {
      // Unscoped segments do not keep their memory alive.
      Reference.reachabilityFence(all);
    }
  }

  private Span source(Items items, Span block) {
    Span inPlace = inPlace(items, block.arrays());
    if (inPlace != null) {
      return inPlace;
    }
    copy(items.segment(), items.strided().offset(), block.memory(), block.at(), items);
    return block;
  }

  /// The elements in place; null if the loop must not access them there.
  private @Nullable Span inPlace(Items items, ArrayBuffers arrays) {
    MemorySegment direct = items.isStable() || loop.isPlain() ? items.direct() : null;
    return direct == null ? null : new Span(direct, items.strided().offset(), arrays);
  }

  private static void copy(MemorySegment from, long at, MemorySegment to, long into, Items items) {
    MemorySegment.copy(from, at, to, into, items.itemCount() * items.itemsize());
  }
}
