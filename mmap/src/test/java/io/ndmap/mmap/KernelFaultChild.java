package io.ndmap.mmap;

import io.ndmap.nd.DoubleView;
import io.ndmap.op.Execution;
import io.ndmap.op.MappingFaultException;
import io.ndmap.operations.BulkOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Runs kernels on a file until they are compiled, continues until the file is truncated during one
/// of them, and prints what each of them throws from then on.
final class KernelFaultChild {

  private final NpyFile file;
  private final NpyFile other;
  private final Execution execution;
  private double sink;

  private KernelFaultChild(NpyFile file, NpyFile other, Execution execution) {
    this.file = file;
    this.other = other;
    this.execution = execution;
  }

  /// Runs the kernels.
  ///
  /// @param arguments the file, another one of its shape, the runs of each kernel before the
  ///   truncation, and the number of threads
  public static void main(String[] arguments) throws IOException {
    int threads = Integer.parseInt(arguments[3]);
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]), OpenMode.READ_WRITE);
        NpyFile other = NpyFile.open(Path.of(arguments[1]), OpenMode.READ_WRITE);
        ExecutorService others = Executors.newFixedThreadPool(Math.max(1, threads - 1))) {
      Execution execution = Execution.parallel(threads).withExecutor(others).droppingBehind();
      KernelFaultChild child = new KernelFaultChild(file, other, execution);
      for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
        for (BulkOperation kernel : MappedOperations.ALL) {
          child.run(kernel);
        }
      }
      System.out.println("ready");
      child.runUntilFault();
      for (BulkOperation kernel : MappedOperations.ALL) {
        System.out.println(kernel.name() + " " + child.outcome(kernel));
      }
      System.out.println("alive " + child.sink);
    }
  }

  private void runUntilFault() {
    while (true) {
      for (BulkOperation kernel : MappedOperations.ALL) {
        String outcome = outcome(kernel);
        if (!outcome.equals("nothing")) {
          System.out.println("first " + outcome + " of " + kernel.name());
          return;
        }
      }
    }
  }

  private String outcome(BulkOperation kernel) {
    try {
      run(kernel);
      file.view().backing().barrier();
      return "nothing";
    } catch (MappingFaultException e) {
      String message = String.valueOf(e.getMessage());
      return message.contains(file.path().toString()) ? "MappingFaultException" : message;
    } catch (InternalError e) {
      return "InternalError";
    }
  }

  private void run(BulkOperation kernel) {
    sink +=
        kernel.run(
            file.view(DoubleView.class).on(execution), other.view(DoubleView.class).on(execution));
  }
}
