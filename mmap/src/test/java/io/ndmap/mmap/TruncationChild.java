package io.ndmap.mmap;

import io.ndmap.nd.DoubleView;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Accesses elements of a mapped file before and after it is truncated: every access is compiled
/// before, unless the flags say otherwise, and tells afterwards what it threw.
final class TruncationChild {

  /// The operations.
  enum Operation {
    GET,
    SET,
    GUARDED_GET,
    GUARDED_SET,
    FORCE
  }

  private final NpyFile file;
  private double sink;

  private TruncationChild(NpyFile file) {
    this.file = file;
  }

  /// Runs the operations.
  ///
  /// @param arguments the file, and how often each operation runs before the truncation
  public static void main(String[] arguments) throws IOException {
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]), OpenMode.READ_WRITE)) {
      TruncationChild child = new TruncationChild(file);
      List<Operation> operations = List.of(Operation.values());
      for (Operation operation : operations) {
        // To force waits for the disk, and is no loop of elements.
        int runs = operation == Operation.FORCE ? 1 : Integer.parseInt(arguments[1]);
        for (int i = 0; i < runs; i++) {
          child.run(operation);
        }
      }
      System.out.println("ready");
      if (System.in.read() < 0) {
        throw new IllegalStateException("nobody truncated the file");
      }
      for (Operation operation : operations) {
        System.out.println(operation + " " + String.join(" ", child.outcomes(operation)));
      }
      System.out.println("alive " + child.sink);
    }
  }

  private List<String> outcomes(Operation operation) throws IOException {
    List<String> outcomes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      outcomes.add(outcome(operation));
    }
    return outcomes.stream().distinct().toList();
  }

  private String outcome(Operation operation) throws IOException {
    try {
      run(operation);
      file.view().backing().barrier();
      return "nothing";
    } catch (MappingFaultException e) {
      String message = String.valueOf(e.getMessage());
      return message.startsWith(file.path().toString()) ? "MappingFaultException" : message;
    } catch (InternalError e) {
      return "InternalError";
    }
  }

  private void run(Operation operation) throws IOException {
    DoubleView view = file.view(DoubleView.class);
    switch (operation) {
      case GET -> sink += sum(view);
      case SET -> store(view);
      case GUARDED_GET -> sink += file.guard(() -> sum(view));
      case GUARDED_SET -> sink += file.guard(() -> store(view));
      case FORCE -> file.force();
    }
  }

  private static double sum(DoubleView view) {
    double sum = 0;
    for (int i = 0; i < view.size(0); i++) {
      for (int j = 0; j < view.size(1); j++) {
        sum += view.get(i, j);
      }
    }
    return sum;
  }

  private static long store(DoubleView view) {
    for (int i = 0; i < view.size(0); i++) {
      for (int j = 0; j < view.size(1); j++) {
        view.set(i, j, i);
      }
    }
    return view.itemCount();
  }
}
