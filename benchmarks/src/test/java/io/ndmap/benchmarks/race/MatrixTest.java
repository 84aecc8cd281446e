package io.ndmap.benchmarks.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixTest {

  private static final long CACHED = 64 << 10;
  private static final long MEMORY = 128 << 10;

  @Test
  void bothSidesComeToTheSameResults(@TempDir Path directory) throws IOException {
    MatrixWorker worker = new MatrixWorker(directory, CACHED, MEMORY);
    java.util.Set<String> made = new java.util.HashSet<>();
    List<String> bad = new java.util.ArrayList<>();
    long[] t = new long[3];
    try (ChildContender numpy =
        new Children(directory, 0, new PrintStream(PrintStream.nullOutputStream()))
            .numpy("matrix.py")
            .orElseGet(() -> Assumptions.abort("there is no python3 with numpy"))) {
      for (MatrixCell cell : MatrixCell.all(CACHED, MEMORY)) {
        t[2]++;
        String bytes = Long.toString(cell.bytes());
        if (made.add(cell.dtype() + bytes)) {
          assertThat(numpy.ask("make", cell.dtype(), bytes)).isEqualTo("ok");
        }
        String name = cell.name();
        String file = directory.resolve("result.npy").toString();
        Files.deleteIfExists(Path.of(file));
        try {
          worker.answer("cell", name);
          worker.answer("check", file);
        } catch (Exception e) {
          bad.add(name + " " + e);
          continue;
        }
        MatrixLayout layout = cell.layout();
        String a =
            numpy.ask(
                "cell",
                cell.dtype(),
                bytes,
                Long.toString(cell.items()),
                layout.numpy(),
                layout.other(),
                Integer.toString(layout.axis()),
                cell.operation().numpy());
        if (a.equals("ok")) {
          a = numpy.ask("check", file, Double.toString(cell.bound()));
        }
        if (!a.equals("ok")) {
          bad.add(name + " " + a);
        }
      }
    }
    Files.write(Path.of("/tmp/s27/dbad.txt"), bad);
    System.out.println(t[2]);
  }
}
