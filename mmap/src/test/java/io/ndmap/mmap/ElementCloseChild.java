package io.ndmap.mmap;

import io.ndmap.nd.DoubleView;
import io.ndmap.npz.NpzFile;
import io.ndmap.op.FileClosedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// Closes files while threads read their elements one by one.
final class ElementCloseChild {

  private static final int READERS = 2;

  private ElementCloseChild() {}

  private interface Opening {
    Open open() throws IOException;
  }

  private record Open(DoubleView view, AutoCloseable file) {}

  /// Runs the test.
  ///
  /// @param arguments the number of closes, an array, and an archive whose member `x` is compressed
  public static void main(String[] arguments) throws Exception {
    int closes = Integer.parseInt(arguments[0]);
    Path path = Path.of(arguments[1]);
    for (OpenMode mode : List.of(OpenMode.READ_WRITE, OpenMode.READ_ONLY)) {
      run(closes, () -> opened(NpyFile.open(path, mode)));
      System.out.println("alive after " + mode);
    }
    run(closes, () -> opened(NpzFile.open(Path.of(arguments[2]))));
    System.out.println("alive after a compressed member");
  }

  private static Open opened(NpyFile file) {
    return new Open(file.view(DoubleView.class), file);
  }

  private static Open opened(NpzFile archive) throws IOException {
    return new Open(archive.view("x", DoubleView.class), archive);
  }

  private static void run(int closes, Opening opening) throws Exception {
    for (int k = 0; k < closes; k++) {
      Open open = opening.open();
      CountDownLatch reading = new CountDownLatch(READERS);
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(Thread.ofPlatform().start(() -> read(open.view(), reading)));
      }
      reading.await();
      open.file().close();
      for (Thread reader : readers) {
        reader.join();
      }
    }
  }

  private static void read(DoubleView view, CountDownLatch reading) {
    double sum = 0;
    try {
      reading.countDown();
      while (sum >= 0) {
        for (long i = 0; i < view.itemCount(); i++) {
          sum += view.get(i);
        }
      }
      throw new AssertionError("a sum of " + sum);
    } catch (FileClosedException e) {
      // Expected.
    }
  }
}
