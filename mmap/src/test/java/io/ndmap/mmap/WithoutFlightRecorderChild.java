package io.ndmap.mmap;

import io.ndmap.event.FlightRecording;
import io.ndmap.grow.NpyAppender;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;

/// Runs the code that records events in a JVM without Flight Recorder, or before it is initialized.
final class WithoutFlightRecorderChild {

  private WithoutFlightRecorderChild() {}

  /// Creates, reads, closes, truncates and appends.
  ///
  /// @param arguments the file
  public static void main(String[] arguments) throws IOException {
    System.out.println(FlightRecording.isAvailable() ? "events" : "no events");
    NativeAccessChild.main(arguments);
    Path path = Path.of(arguments[0]);
    double[] items = IntStream.range(0, 1000).asDoubleStream().toArray();
    NpyFile.write(path, NdView.of(items, 1000), CreateOptions.DEFAULT.withReplacing());
    NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
    DoubleView view = file.view(DoubleView.class);
    System.out.println(view.sum());
    boolean complete = file.populate(view);
    file.force();
    file.close();
    try {
      System.out.println(view.sum() + " " + complete);
    } catch (FileClosedException e) {
      System.out.println("late");
    }
    try (NpyFile shrunk = NpyFile.open(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(100);
      System.out.println(shrunk.view(DoubleView.class).sum());
    } catch (MappingFaultException e) {
      System.out.println("fault");
    }
    NpyFile.write(path, NdView.of(items, 1000), CreateOptions.DEFAULT.withReplacing());
    try (NpyAppender appender = NpyAppender.open(path)) {
      System.out.println(appender.append(NdView.of(items, 1000)) == 2000 ? "appended" : "lost");
    }
  }
}
