package io.ndmap.mmap;

import io.ndmap.nd.DoubleView;
import io.ndmap.op.Execution;
import io.ndmap.op.MappingFaultException;
import io.ndmap.operations.BulkOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Runs operations on a file until they are compiled, continues until the file is truncated during
/// one of them, and prints what each of them throws from then on.
final class OperationFaultChild {

  private final NpyFile file;
  private final NpyFile other;
  private final Execution execution;
  private double sink;

  private OperationFaultChild(NpyFile file, NpyFile other, Execution execution) {
    this.file = file;
    this.other = other;
    this.execution = execution;
  }

  /// Runs the operations.
  ///
  /// @param arguments the file, another one of its shape, the runs of each operation before the
  ///   truncation, the number of threads, and 1 to run all operations before, n for each nth one
  public static void main(String[] arguments) throws IOException {
    int threads = Integer.parseInt(arguments[3]);
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]), OpenMode.READ_WRITE);
        NpyFile other = NpyFile.open(Path.of(arguments[1]), OpenMode.READ_WRITE);
        ExecutorService others = Executors.newFixedThreadPool(Math.max(1, threads - 1))) {
      Execution execution = Execution.parallel(threads).withExecutor(others).droppingBehind();
      OperationFaultChild child = new OperationFaultChild(file, other, execution);
      for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
        for (int k = 0; k < MappedOperations.ALL.size(); k += Integer.parseInt(arguments[4])) {
          child.run(MappedOperations.ALL.get(k));
        }
      }
      System.out.println("ready");
      child.runUntilFault();
      for (BulkOperation operation : MappedOperations.ALL) {
        System.out.println(operation.name() + " " + child.outcome(operation));
      }
      System.out.println("alive " + child.sink);
    }
  }

  private void runUntilFault() {
    while (true) {
      for (BulkOperation operation : MappedOperations.ALL) {
        String outcome = outcome(operation);
        if (!outcome.equals("nothing")) {
          System.out.println("first " + outcome + " of " + operation.name());
          return;
        }
      }
    }
  }

  private String outcome(BulkOperation operation) {
    try {
      run(operation);
      file.view().backing().barrier();
      return "nothing";
    } catch (MappingFaultException e) {
      String message = String.valueOf(e.getMessage());
      return message.contains(file.path().toString()) ? "MappingFaultException" : message;
    } catch (InternalError e) {
      return "InternalError";
    }
  }

  private void run(BulkOperation operation) {
    sink +=
        operation.run(
            file.view(DoubleView.class).on(execution), other.view(DoubleView.class).on(execution));
  }
}
