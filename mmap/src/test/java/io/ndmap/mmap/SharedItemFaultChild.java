package io.ndmap.mmap;

import io.ndmap.nd.LongView;
import io.ndmap.op.MappingFaultException;
import io.ndmap.sync.AtomicLongs;
import io.ndmap.sync.PublicationCell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Uses words and cells of a file before and after it is truncated, and prints what it caught.
final class SharedItemFaultChild {

  // Keeps the compiler from eliminating loads.
  private static long sink;

  private SharedItemFaultChild() {}

  /// Runs.
  ///
  /// @param arguments the file, of 512 elements, and the number of repetitions before
  public static void main(String[] arguments) throws IOException {
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]), OpenMode.READ_WRITE)) {
      LongView view = file.view(LongView.class);
      Map<String, Runnable> operations = operations(view);
      int warmUp = Integer.parseInt(arguments[1]);
      for (Runnable operation : operations.values()) {
        for (int i = 0; i < warmUp; i++) {
          operation.run();
        }
      }
      System.out.println("ready");
      if (System.in.read() < 0) {
        throw new IllegalStateException("nobody truncated the file");
      }
      operations.forEach(
          (name, operation) -> System.out.println(name + " " + outcome(view, operation)));
      System.out.println("alive" + (sink == 1 ? "!" : ""));
    }
  }

  private static Map<String, Runnable> operations(LongView view) {
    AtomicLongs words = AtomicLongs.of(view);
    LongView region = view.slice(0, 256, 512, 1);
    LongView mine = region.copy();
    PublicationCell<LongView> cell = PublicationCell.of(region, view, 8);
    Map<String, Runnable> operations = new LinkedHashMap<>();
    operations.put("getAcquire", () -> sink += words.getAcquire(0));
    operations.put("setRelease", () -> words.setRelease(0, 5));
    operations.put("getAndAdd", () -> words.getAndAdd(0, 1));
    operations.put("compareAndSet", () -> words.compareAndSet(1, 0, 0));
    operations.put("compareAndExchange", () -> words.compareAndExchange(1, 0, 0));
    operations.put("getAndUpdate", () -> words.getAndUpdate(0, x -> x + 1));
    operations.put("read", () -> cell.read(mine));
    operations.put("publish", () -> cell.publish(mine));
    operations.put("update", () -> cell.update(row -> row.set(3, 7)));
    operations.put("version", cell::version);
    return operations;
  }

  // The fault check that the Javadoc recommends for single accesses.
  private static String outcome(LongView view, Runnable operation) {
    try {
      operation.run();
      view.backing().barrier();
      return "nothing";
    } catch (MappingFaultException | InternalError e) {
      return e.getClass().getSimpleName();
    }
  }
}
