package io.ndmap.posix;

import io.ndmap.dtype.DType;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.Advice;
import io.ndmap.mmap.Diagnostics;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.op.Execution;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Works on files while the system refuses some calls.
final class RefusalChild {

  private RefusalChild() {}

  /// Runs tasks with files, and prints their outcomes.
  ///
  /// @param arguments any array, and for each task the calls that are refused from then on, or `-`,
  ///   the task, and the file
  public static void main(String[] arguments) throws Throwable {
    // Libraries are mapped before mapping is refused.
    NpyFile.open(Path.of(arguments[0])).close();
    var _ = Diagnostics.now();
    for (int k = 1; k < arguments.length; k += 3) {
      if (!arguments[k].equals("-") && !Refusal.valueOf(arguments[k]).begin()) {
        System.out.println("unfiltered");
        return;
      }
      try {
        run(arguments[k + 1], Path.of(arguments[k + 2]));
        System.out.println("done");
      } catch (Exception e) {
        System.out.println(e);
      }
    }
  }

  private static void run(String what, Path path) throws Exception {
    switch (what) {
      case "read" -> read(path, OpenOptions.DEFAULT);
      case "arena" -> {
        try (Arena arena = Arena.ofConfined()) {
          read(path, OpenOptions.DEFAULT.withArena(arena));
        }
      }
      case "change" -> {
        try (NpyFile file = NpyFile.open(path, OpenMode.COPY_ON_WRITE)) {
          DoubleView view = file.view(DoubleView.class);
          view.set(0, 0.5);
          System.out.println(view.get(0) + " " + file.isMapped());
        }
      }
      case "members" -> {
        try (NpzFile archive = NpzFile.open(path)) {
          System.out.println(
              archive.view("a", DoubleView.class).sum()
                  + " "
                  + archive.view("b", DoubleView.class).sum());
        }
      }
      case "store" -> NpyFile.open(path, OpenMode.READ_WRITE).close();
      case "create" -> NpyFile.create(path, DType.FLOAT64, Shape.of(10), Order.C).close();
      case "write" -> NpyFile.write(path, NdView.zeros(DType.FLOAT64, 10));
      case "copy" -> {
        try (FileChannel from = FileChannel.open(path);
            FileChannel to =
                FileChannel.open(
                    path.resolveSibling("copy"),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE)) {
          Channels.copy(from, 3, from.size() - 3, to.position(5));
          System.out.println(to.position());
        }
      }
      case "archive" -> {
        try (NpzWriter writer = NpzWriter.append(path, NpzWriteOptions.DEFAULT)) {
          writer.add("c", NdView.zeros(DType.FLOAT64, 10));
          writer.publish();
        }
      }
      case "append" -> {
        try (NpyAppender appender = NpyAppender.open(path)) {
          appender.append(NdView.zeros(DType.FLOAT64, 10));
        }
      }
      case "fill" ->
          SharedFill.createOrJoin(path, FillSpec.of(DType.FLOAT64, Shape.of(10), Order.C)).close();
      default -> throw new IllegalArgumentException(what);
    }
  }

  private static void read(Path path, OpenOptions options) throws IOException {
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_ONLY, options)) {
      DoubleView view = file.view(DoubleView.class);
      double dropped = view.on(Execution.SEQUENTIAL.droppingBehind()).sum();
      System.out.println(
          file.isMapped()
              + " "
              + dropped
              + " "
              + view.sum()
              + " "
              + file.region(Box.of(new long[] {1}, new long[] {3})).getDouble(0)
              + " "
              + file.advise(Advice.DONTNEED)
              + " "
              + file.prefetch(view)
              + " "
              + (file.residency().residentPages() == file.residency().pages()));
      System.out.println(view.sum());
      Files.delete(path);
      System.out.println(view.sum());
    }
    System.out.println(Diagnostics.now().text().lines().reduce((_, last) -> last).orElseThrow());
  }
}
