package io.ndmap.npz;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.MappingFaultException;
import io.ndmap.testing.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/// Works on an archive and stops at a given step, to be killed there.
final class NpzChild {

  /// The maximum of bytes read from an archive of 5 GiB.
  private static final long MOST_READ = 64 << 20;

  /// A hundred times the time that refusing takes.
  private static final Duration MOST_CPU = Duration.ofMinutes(1);

  private static final long MOST_ALLOCATED = 32 << 20;

  private NpzChild() {}

  /// Runs one task.
  ///
  /// @param arguments the task, the archive, and the step; or other archives for `bomb`
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[1]);
    switch (arguments[0]) {
      case "create" -> create(path, arguments[2]);
      case "append" -> append(path, arguments[2]);
      case "update" -> update(path, arguments[2]);
      case "creates", "appends", "updates" -> again(arguments[0], path);
      case "truncated" -> truncated(path);
      case "large" -> large(path);
      case "bomb" -> {
        for (int k = 1; k < arguments.length; k++) {
          bomb(Path.of(arguments[k]));
        }
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  static NdView<?> numbers(long count, double value) {
    DoubleView view = NdView.zeros(DType.FLOAT64, count).as(DoubleView.class);
    view.fill(value);
    return view;
  }

  private static void create(Path path, String last) throws IOException {
    try (NpzWriter writer =
        NpzWriter.create(
            path, NpzWriteOptions.DEFAULT.withReplacing(), step -> waitAt(last, step.name()))) {
      writer.add("a", numbers(1000, 2));
      writer.publish();
    }
  }

  private static void append(Path path, String last) throws IOException {
    try (NpzWriter writer =
        NpzWriter.append(
            path,
            NpzWriteOptions.DEFAULT.withDeflated(6),
            NpzOptions.DEFAULT,
            step -> waitAt(last, step.name()))) {
      writer.add("b", numbers(1000, 3));
      writer.publish();
    }
  }

  private static void update(Path path, String last) throws IOException {
    boolean[] again = {false};
    NpzFile archive =
        NpzFile.open(
            path,
            OpenMode.READ_WRITE,
            NpzOptions.DEFAULT,
            step -> waitAt(last, step + (again[0] ? "_AGAIN" : "")));
    DoubleView view = archive.view("a", DoubleView.class);
    waitAt(last, "MAPPED");
    view.fill(4);
    waitAt(last, "STORED");
    archive.force();
    waitAt(last, "FORCED");
    again[0] = true;
    view.set(0, 5);
    waitAt(last, "STORED_AGAIN");
    archive.close();
    waitAt(last, "CLOSED");
  }

  /// Works in rounds until it is killed, and prints the completed rounds.
  private static void again(String what, Path path) throws IOException {
    try (NpzFile archive =
        what.equals("updates") ? NpzFile.open(path, OpenMode.READ_WRITE) : null) {
      for (int round = 1; ; round++) {
        if (archive != null) {
          archive.view("a", DoubleView.class).fill(round);
          archive.force();
        } else {
          boolean creates = what.equals("creates");
          try (NpzWriter writer =
              creates
                  ? NpzWriter.create(path, NpzWriteOptions.DEFAULT.withReplacing())
                  : NpzWriter.append(path, NpzWriteOptions.DEFAULT)) {
            writer.add(creates ? "a" : "b" + round, numbers(1000, round));
            writer.publish();
          }
        }
        System.out.println(round);
      }
    }
  }

  private static void truncated(Path path) throws IOException {
    NpzFile archive = NpzFile.open(path, OpenMode.READ_WRITE);
    DoubleView view = archive.view("a", DoubleView.class);
    waitForLine("ready");
    report("sum", view::sum);
    report("fill", () -> view.fill(1));
    report("force", archive::force);
    report("close", archive::close);
    System.out.println("alive");
  }

  /// Something that fails.
  private interface Call {
    void run() throws IOException;
  }

  private static void report(String what, Call call) throws IOException {
    try {
      call.run();
      System.out.println(what + " nothing");
    } catch (MappingFaultException e) {
      System.out.println(what + " " + e.getMessage());
    }
  }

  private static void large(Path path) throws IOException {
    long before = bytesRead();
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_WRITE)) {
      DoubleView view = archive.view("big", DoubleView.class);
      long read = bytesRead() - before;
      System.out.println(
          view.size(0) + " " + (read < MOST_READ ? "little is read" : read + " bytes are read"));
      view.set(view.size(0) - 1, 7.5);
    }
    try (NpzFile archive = NpzFile.open(path)) {
      DoubleView view = archive.view("big", DoubleView.class);
      System.out.println(view.get(view.size(0) - 1) + " " + archive.view("small").itemCount());
    }
  }

  /// The bytes that this process has read, by calls and through mappings.
  private static long bytesRead() throws IOException {
    return number("/proc/self/io", "rchar:") + (number("/proc/self/status", "RssFile:") << 10);
  }

  private static long number(String file, String key) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(key))
          .mapToLong(line -> Long.parseLong(line.split("\\s+", 3)[1]))
          .sum();
    }
  }

  private static void bomb(Path path) throws IOException {
    Work work =
        Work.of(
            () -> {
              try (NpzFile archive = NpzFile.open(path)) {
                for (NpzMember member : archive.members()) {
                  try {
                    var _ = member.view();
                    System.out.println("read");
                  } catch (RuntimeException e) {
                    System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
                  }
                }
              }
            });
    boolean cheap = work.cpu().compareTo(MOST_CPU) < 0 && work.allocated() < MOST_ALLOCATED;
    System.out.println(cheap ? "cheap" : work);
  }

  /// Adds a member of zeros, for the parent.
  static void zeros(Path path, long count) throws IOException {
    try (NpzWriter writer = NpzWriter.create(path)) {
      writer.addZeros("a", DType.FLOAT64, Shape.of(count), Order.C);
      writer.publish();
    }
  }

  private static void waitAt(String last, String moment) {
    if (moment.equals(last)) {
      waitForLine(moment);
    }
  }

  private static void waitForLine(String said) {
    System.out.println(said);
    try {
      if (System.in.read() < 0) {
        throw new IllegalStateException("not killed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
