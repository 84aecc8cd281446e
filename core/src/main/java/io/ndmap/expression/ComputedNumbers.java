package io.ndmap.expression;

import io.ndmap.distribution.Histograms;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.pass.Items;
import io.ndmap.pass.WorkerPass;
import io.ndmap.reduce.Fold;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// The results of an expression as the numbers of a histogram, computed block by block.
public final class ComputedNumbers implements Histograms.Numbers {

  /// The maximum number of elements of a block: enough for several parts, which run in parallel.
  private static final long BLOCK = 1 << 20;

  private final Node root;

  private ComputedNumbers(Node root) {
    this.root = root;
  }

  public static Histograms.Numbers of(Node expression) {
    Node root = InnerReductions.computed(expression);
    return root.isLeaf() ? Histograms.Numbers.of(root.items()) : new ComputedNumbers(root);
  }

  @Override
  public long count() {
    return root.items().itemCount();
  }

  @Override
  public <F extends Fold> F fold(Supplier<F> folds) {
    return Evaluation.fold(root, folds);
  }

  @Override
  public <W extends WorkerPass.Worker> void pass(
      Function<Boolean, W> workers, Consumer<W> finished) {
    Chunks blocks = Partition.chunksOf(root.items().shape(), Order.C, 1, BLOCK);
    for (long k = 0; k < blocks.count(); k++) {
      Items block = Evaluation.part(root, blocks.box(k));
      Items quiet = block.on(root.items().execution().withoutProgress().withoutAllocator());
      Histograms.Numbers.of(quiet).pass(workers, finished);
    }
  }
}
