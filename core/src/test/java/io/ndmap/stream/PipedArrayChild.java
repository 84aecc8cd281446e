package io.ndmap.stream;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Pipe;

/// Sends an array through a pipe and reads it on the other side, block by block, in a JVM that has
/// far less memory.
final class PipedArrayChild {

  private static final int BLOCK = 1 << 20;

  private PipedArrayChild() {}

  /// Prints the sum of the elements, and of what they became behind another pipe.
  ///
  /// @param arguments how many rows of 1024 doubles
  public static void main(String[] arguments) throws IOException, InterruptedException {
    long rows = Long.parseLong(arguments[0]);
    Pipe pipe = Pipe.open();
    Thread sender = new Thread(() -> send(pipe, rows));
    sender.start();
    try (var source = pipe.source()) {
      NpyReader reader = NpyReader.open(source, "the pipe");
      double[] sum = new double[1];
      reader.forEachBlock(BLOCK, (block, _) -> sum[0] += block.sum());
      System.out.println(reader.header().shape() + " " + sum[0]);
    }
    sender.join();
  }

  private static void send(Pipe pipe, long rows) {
    Shape shape = Shape.of(rows, 1024);
    NdView<?> block = NdView.zeros(DType.FLOAT64, BLOCK / 8192, 1024);
    try (var sink = pipe.sink();
        NpyWriter writer = NpyWriter.begin(sink, DType.FLOAT64, shape, WriteOptions.DEFAULT)) {
      for (long row = 0; row < rows; row += block.size(0)) {
        block.fill(row);
        writer.append(block);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
