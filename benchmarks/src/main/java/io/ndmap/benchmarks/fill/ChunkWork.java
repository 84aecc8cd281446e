package io.ndmap.benchmarks.fill;

import io.ndmap.nd.DoubleView;
import java.util.Arrays;
import java.util.Locale;

/// The computation of a chunk of doubles, which consists of whole rows in C order.
enum ChunkWork {
  /// No computation: only the protocol is measured.
  NOTHING {
    @Override
    void compute(double[] items, int count, long first) {
      throw new AssertionError("nothing is computed");
    }
  },
  /// Each element is its flat index. The speed is limited by the memory and the system.
  INDEX {
    @Override
    void compute(double[] items, int count, long first) {
      for (int i = 0; i < count; i++) {
        items[i] = first + i;
      }
    }
  },
  /// Each element is the result of ten steps of the logistic map. The speed is limited by the CPU.
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

  /// The number of steps of the logistic map.
  static final int STEPS = 10;

  private static final int BLOCK = 2048;

  static ChunkWork of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /// Computes consecutive elements.
  ///
  /// @param items receives the elements
  /// @param count the number of elements
  /// @param first the flat index of the first element
  abstract void compute(double[] items, int count, long first);

  /// Writes a chunk.
  ///
  /// @param view the elements of the chunk, contiguous
  /// @param first the flat index of the first element
  /// @param block a buffer; its length is the number of elements that are computed at once
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
