package io.ndmap.benchmarks.fill;

import io.ndmap.nd.DoubleView;
import java.util.Arrays;
import java.util.Locale;

/// The computation for a chunk of doubles in C order with whole rows.
enum ChunkWork {
  /// Nothing: what remains is the protocol.
  NOTHING {
    @Override
    void compute(double[] items, int count, long first) {
      throw new AssertionError("nothing is computed");
    }
  },
  /// Each element is its index: as fast as memory and the system take it.
  INDEX {
    @Override
    void compute(double[] items, int count, long first) {
      for (int i = 0; i < count; i++) {
        items[i] = first + i;
      }
    }
  },
  /// The logistic map, ten times: the processor has something to do.
  LOGISTIC {
    @Override
    void compute(double[] items, int count, long first) {
      for (int i = 0; i < count; i++) {
        items[i] = ((first + i) % 1021 + 0.5) / 1021;
      }
      for (int k = 0; k < STEPS; k++) {
        for (int i = 0; i < count; i++) {
          items[i] = 3.9 * items[i] * (1 - items[i]);
        }
      }
    }
  };

  /// The number of times that the map is applied.
  static final int STEPS = 10;

  private static final int BLOCK = 2048;

  static ChunkWork of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /// Computes a run of elements.
  ///
  /// @param items where to
  /// @param count how many
  /// @param first flat index of the first
  abstract void compute(double[] items, int count, long first);

  /// Writes a chunk.
  ///
  /// @param view its elements, contiguous
  /// @param first flat index of the first
  /// @param block for as many elements as are computed at once
  final void write(DoubleView view, long first, double[] block) {
    DoubleView flat = view.reshape(view.itemCount());
    long count = flat.size(0);
    for (long i = 0; i < count; i += block.length) {
      int length = (int) Math.min(block.length, count - i);
      compute(block, length, first + i);
      flat.slice(0, i, i + length, 1)
          .copyFrom(length == block.length ? block : Arrays.copyOf(block, length));
    }
  }

  static double[] block() {
    return new double[BLOCK];
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
