package io.ndmap.mmap;

import io.ndmap.nd.IntView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.sync.AtomicInts;
import io.ndmap.sync.AtomicLongs;
import java.io.IOException;
import java.nio.file.Path;

/// Counts in a file in which another process counts too: element 0 by addition, element 1 by
/// compare-and-set, and element 3 by plain stores, guarded by a lock in element 2.
final class SharedCounterChild {

  private SharedCounterChild() {}

  /// Counts.
  ///
  /// @param arguments the number of increments and the files
  public static void main(String[] arguments) throws Exception {
    int times = Integer.parseInt(arguments[0]);
    for (int k = 1; k < arguments.length; k++) {
      count(Path.of(arguments[k]), times);
    }
  }

  private static void count(Path path, int times) throws IOException {
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE)) {
      NdView<?> view = file.view();
      System.out.println("ready");
      if (System.in.read() < 0) {
        throw new IllegalStateException("nobody said go");
      }
      switch (view) {
        case IntView ints -> count(AtomicInts.of(ints), ints, times);
        case LongView longs -> count(AtomicLongs.of(longs), longs, times);
        default -> throw new IllegalArgumentException(view.dtype().toString());
      }
    }
  }

  private static void count(AtomicLongs items, LongView plain, int times) {
    for (int i = 0; i < times; i++) {
      var _ = items.getAndAdd(0, 1);
    }
    for (int i = 0; i < times; i++) {
      long seen = items.getVolatile(1);
      while (!items.compareAndSet(1, seen, seen + 1)) {
        seen = items.getVolatile(1);
      }
    }
    for (int i = 0; i < times / 10; i++) {
      while (!items.compareAndSet(2, 0, 1)) {
        Thread.onSpinWait();
      }
      plain.set(3, plain.get(3) + 1);
      items.setRelease(2, 0);
    }
  }

  private static void count(AtomicInts items, IntView plain, int times) {
    for (int i = 0; i < times; i++) {
      var _ = items.getAndAdd(0, 1);
    }
    for (int i = 0; i < times; i++) {
      int seen = items.getVolatile(1);
      while (!items.compareAndSet(1, seen, seen + 1)) {
        seen = items.getVolatile(1);
      }
    }
    for (int i = 0; i < times / 10; i++) {
      while (!items.compareAndSet(2, 0, 1)) {
        Thread.onSpinWait();
      }
      plain.set(3, plain.get(3) + 1);
      items.setRelease(2, 0);
    }
  }
}
