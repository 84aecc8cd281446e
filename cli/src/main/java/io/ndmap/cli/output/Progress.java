package io.ndmap.cli.output;

import io.ndmap.npz.ArrayName;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// A progress bar for slow operations. It is drawn only on a terminal, and only if an operation
/// takes longer than 400 ms.
public final class Progress implements AutoCloseable {

  /// The time before the bar is drawn first, in nanoseconds.
  private static final long DELAY = TimeUnit.MILLISECONDS.toNanos(400);

  /// The minimum time between two updates of the bar, in nanoseconds.
  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int WIDTH = 30;
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter screen;
  private final boolean visible;
  private final String name;
  private long total = 1;
  private long done;
  private long started = System.nanoTime();
  private long next = started + DELAY;
  private final Thread eraser = new Thread(this::end, "progress");
  private boolean drawn;
  private boolean ended;

  private Progress(PrintWriter screen, boolean visible, String name) {
    this.screen = screen;
    this.visible = visible;
    // The name must be escaped here, as the bar bypasses the escaping of terminal output.
    this.name = Printable.screen(name);
  }

  /// Returns a bar with a name.
  ///
  /// @param name the operation
  public static Progress of(Streams streams, String name) {
    return new Progress(streams.screen(), streams.errIsTerminal(), name);
  }

  /// Returns a bar for a file.
  ///
  /// @param file the file; only its name is shown, as a line has no space for the path
  public static Progress of(Streams streams, String name, Path file) {
    return of(streams, Printable.line(name + " " + file.getFileName()));
  }

  /// Returns a bar for an array.
  ///
  /// @param array the array
  public static Progress of(Streams streams, String name, ArrayName array) {
    String member = array.member().map(key -> "::" + key).orElse("");
    return of(streams, Printable.line(name + " " + array.file().getFileName() + member));
  }

  /// Starts counting.
  ///
  /// @param bytes the total number of bytes
  public Progress begin(long bytes) {
    total = Math.max(1, bytes);
    done = 0;
    started = System.nanoTime();
    next = started + DELAY;
    return this;
  }

  /// Adds processed bytes.
  public void advance(long bytes) {
    done += bytes;
    if (visible) {
      long now = System.nanoTime();
      if (now - next >= 0) {
        next = now + INTERVAL;
        draw(now);
      }
    }
  }

  private synchronized void draw(long now) {
    if (ended) {
      return;
    }
    double part = Math.min(1, (double) done / total);
    long nanos = now - started;
    int full = (int) (part * WIDTH);
    screen.print(
        ERASE
            + name
            + " ["
            + "#".repeat(full)
            + ".".repeat(WIDTH - full)
            + String.format(
                Locale.ROOT,
                "] %3.0f %%  %s  %.0f s left",
                part * 100,
                QuantityText.bytesPerSecond(done, nanos),
                (nanos / part - nanos) / 1e9));
    screen.flush();
    if (!drawn) {
      drawn = true;
      // Erase the bar on Ctrl-C.
      Runtime.getRuntime().addShutdownHook(eraser);
    }
  }

  @Override
  public void close() {
    hide();
  }

  /// Erases the bar; further progress draws it again.
  public void hide() {
    if (drawn) {
      drawn = false;
      try {
        Runtime.getRuntime().removeShutdownHook(eraser);
      } catch (IllegalStateException e) {
        // The JVM is shutting down, and the hook erases the bar.
        return;
      }
      erase();
    }
  }

  private synchronized void end() {
    ended = true;
    erase();
  }

  private void erase() {
    screen.print(ERASE);
    screen.flush();
  }
}
