package io.ndmap.cli.demo;

import io.ndmap.cli.output.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Verifies the demo's files with NumPy.
///
/// @param outcome whether NumPy found the files correct, or was not run
/// @param text the last line that the Python script printed, or the reason why there is no outcome
record DemoNumpy(Outcome outcome, String text) {

  /// The outcome of the verification.
  enum Outcome {
    RIGHT,
    WRONG,
    SKIPPED
  }

  /// The exit code of the script if Python has no NumPy.
  private static final int NO_NUMPY = 3;

  private static final String SCRIPT =
      """
      import sys, zipfile
      try:
          import numpy as np
      except ImportError:
          sys.exit(%s)
      path, fortran, archive, grown, rows, columns, corner, total = sys.argv[1:]
      rows, columns, corner, total = int(rows), int(columns), int(corner), float(total)
      a = np.load(path, mmap_mode='r')
      f = np.load(fortran, mmap_mode='r')
      wrong = []
      def check(right, what):
          if not right:
              wrong.append(what)
      check(isinstance(a, np.memmap) and a.dtype == np.dtype('<f8') and a.shape == (rows, columns), 'dtype or shape')
      j = np.arange(columns)
      i = np.unique(np.linspace(0, rows - corner - 1, 64).astype(np.int64))[:, None]
      check(np.array_equal(a[i[:, 0]], %s), 'sampled rows')
      check((a[-corner:, -corner:] == -1).all(), 'the written corner')
      check(a.sum() == total, 'the sum')
      i = np.arange(len(f))[:, None]
      check(f.flags.f_contiguous and not f.flags.c_contiguous, 'the Fortran order')
      check(np.array_equal(f[:, ::97], (%s)[:, ::97]), 'the Fortran-order elements')
      check(zipfile.ZipFile(archive).testzip() is None, 'the CRCs of the archive')
      g = np.load(grown, mmap_mode='r')
      check(len(g) > 0 and np.array_equal(g, a[:len(g)]), 'the appended rows')
      with np.load(archive) as members:
          check(members.files == ['%s', '%s'], 'the members')
          check(np.array_equal(members['%s'], g) and np.array_equal(members['%s'], g[0]), 'the elements of the members')
      print('numpy %%s: %%s' %% (np.__version__, 'wrong: ' + ', '.join(wrong) if wrong else 'agrees'))
      sys.exit(1 if wrong else 0)
      """
          .formatted(
              NO_NUMPY,
              DemoArray.PYTHON,
              DemoArray.PYTHON,
              DemoCopies.STORED,
              DemoCopies.DEFLATED,
              DemoCopies.STORED,
              DemoCopies.DEFLATED);

  /// @param corner the side length of the square of elements that are -1, in the last rows and
  ///   columns
  /// @param sum the sum of all elements
  static DemoNumpy compare(DemoFiles files, long rows, int corner, double sum) throws IOException {
    List<String> command = new ArrayList<>(List.of("python3", "-c", SCRIPT));
    files.all().forEach(file -> command.add(file.toString()));
    Stream.of(rows, DemoArray.COLUMNS, corner, sum).map(Object::toString).forEach(command::add);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return new DemoNumpy(Outcome.SKIPPED, "skipped: there is no python3");
    }
    try {
      process.getOutputStream().close();
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int exit = process.waitFor();
      if (exit == NO_NUMPY) {
        return new DemoNumpy(Outcome.SKIPPED, "skipped: python3 has no numpy");
      }
      String last = Printable.line(printed.substring(printed.lastIndexOf('\n') + 1));
      return new DemoNumpy(exit == 0 ? Outcome.RIGHT : Outcome.WRONG, last);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new DemoNumpy(Outcome.WRONG, "interrupted");
    } finally {
      process.destroy();
    }
  }
}
