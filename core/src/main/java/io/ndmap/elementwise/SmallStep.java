package io.ndmap.elementwise;

import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;
import io.ndmap.pass.Parts;
import io.ndmap.pass.Pass;
import io.ndmap.pass.Staging;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Runs a step on small arrays whose elements need no cast, by a single call of its loop.
/// Contiguous elements are used in place if the loop may access their memory, else copied; other
/// elements are packed. This avoids the set-up of a [TilePass], which takes longer than a thousand
/// additions.
final class SmallStep {

  private final Operand[] operands;
  private final Loop loop;
  // The target and the sources.
  private final Items[] all;
  // The layouts of [#all] in traversal order; null if all arrays are contiguous in the same memory
  // order.
  private final Strided @Nullable [] layouts;

  private SmallStep(Operand[] operands, Loop loop, Items... all) {
    this.operands = operands;
    this.loop = loop;
    this.all = all;
    this.layouts = layouts(all);
  }

  /// Runs a step if the arrays are small and need no cast.
  ///
  /// @return false if nothing was done, also because the execution has a progress listener or
  ///   releases pages
  static boolean run(Execution execution, Items target, Step step) {
    Items[] all = all(target, step);
    if (all == null || execution.progress() != null || execution.dropBehind()) {
      return false;
    }
    Loop loop = step.loop().chosen(target.itemCount(), TileWork.faulty(all));
    SmallStep small = new SmallStep(step.operands(), loop, all);
    new Parts(execution, all).run(1, _ -> small.run());
    return true;
  }

  /// Returns the target and the sources; null if one of these arrays is empty, is not small, or
  /// needs a cast or a byte swap, or if an operand is the result of another step.
  private static Items @Nullable [] all(Items target, Step step) {
    Operand[] operands = step.operands();
    boolean isCast = step.stored() != target.kind() || step.computed() != target.kind();
    if (isCast || operands.length >= Scratch.BLOCKS || !isSmall(target)) {
      return null;
    }
    Items[] all = new Items[operands.length + 1];
    all[0] = target;
    int found = 1;
    for (Operand operand : operands) {
      switch (operand) {
        case Operand.Source(var items, var kind) when items.kind() == kind && isSmall(items) -> {
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

  private static boolean isSmall(Items items) {
    long count = items.itemCount();
    return count > 0 && count <= Scratch.BLOCK / items.itemsize() && !Program.isSwapped(items);
  }

  private static Strided @Nullable [] layouts(Items... all) {
    Order order = all[0].isContiguous(Order.C) ? Order.C : Order.F;
    boolean isContiguous = true;
    for (Items items : all) {
      isContiguous &= items.isContiguous(order);
    }
    if (isContiguous) {
      return null;
    }
    Strided[] sources = new Strided[all.length - 1];
    for (int k = 0; k < sources.length; k++) {
      sources[k] = all[k + 1].strided();
    }
    return Pass.of(all[0].strided(), sources).part(0);
  }

  private void run() {
    int count = (int) all[0].itemCount();
    try (Scratch scratch = Scratch.take()) {
      ArrayBuffers arrays = new ArrayBuffers(count);
      Span[] spans = new Span[operands.length];
      int source = 0;
      for (int k = 0; k < spans.length; k++) {
        Span block = new Span(scratch.memory(), Scratch.at(k), arrays);
        if (operands[k] instanceof Operand.Constant number) {
          spans[k] = block.number(number.kind(), number.bits());
        } else {
          source++;
          spans[k] = source(source, block);
        }
      }
      Span inPlace = inPlace(0, arrays);
      Span results =
          inPlace != null
              ? inPlace
              : new Span(scratch.memory(), Scratch.at(operands.length), arrays);
      loop.run(spans, results, count);
      if (inPlace == null) {
        store(results);
      }
    } finally {
      // Unscoped segments do not keep their memory alive.
      Reference.reachabilityFence(all);
    }
  }

  /// Returns the elements of a source: in place, or copied to a block.
  private Span source(int k, Span block) {
    Span inPlace = inPlace(k, block.arrays());
    if (inPlace != null) {
      return inPlace;
    }
    Items items = all[k];
    if (isContiguous(k)) {
      MemorySegment.copy(items.segment(), offset(k), block.memory(), block.at(), bytes(k));
    } else if (layouts != null) {
      Strided packed = packed(layouts[k], items.itemsize(), block);
      Staging.gather(items, layouts[k], block.memory(), packed, items.itemsize());
    }
    return block;
  }

  private void store(Span results) {
    Items target = all[0];
    if (isContiguous(0)) {
      MemorySegment.copy(results.memory(), results.at(), target.segment(), offset(0), bytes(0));
    } else if (layouts != null) {
      Strided packed = packed(layouts[0], target.itemsize(), results);
      Staging.scatter(results.memory(), packed, target, layouts[0], target.itemsize());
    }
  }

  /// Returns the elements in place; null if the loop must not access them there.
  private @Nullable Span inPlace(int k, ArrayBuffers arrays) {
    Items items = all[k];
    boolean isDirect = isContiguous(k) && (items.isStable() || loop.isPlain());
    MemorySegment direct = isDirect ? items.direct() : null;
    return direct == null ? null : new Span(direct, offset(k), arrays);
  }

  /// Returns whether the elements are contiguous in the order of traversal.
  private boolean isContiguous(int k) {
    return layouts == null || layouts[k].isContiguous(Order.C, all[k].itemsize());
  }

  private long offset(int k) {
    return layouts == null ? all[k].strided().offset() : layouts[k].offset();
  }

  private long bytes(int k) {
    return all[k].itemCount() * all[k].itemsize();
  }

  private static Strided packed(Strided like, int itemsize, Span block) {
    return Strided.contiguous(like.shape(), itemsize, Order.C).shift(block.at());
  }
}
