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
  enum Kernel {
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

  /// Runs the kernels.
  ///
  /// @param arguments the file, and how often each kernel runs before the truncation
  public static void main(String[] arguments) throws IOException {
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]), OpenMode.READ_WRITE)) {
      TruncationChild child = new TruncationChild(file);
      List<Kernel> kernels = List.of(Kernel.values());
      for (Kernel kernel : kernels) {
        // To force waits for the disk, and is no loop of elements.
        int runs = kernel == Kernel.FORCE ? 1 : Integer.parseInt(arguments[1]);
        for (int i = 0; i < runs; i++) {
          child.run(kernel);
        }
      }
      System.out.println("ready");
      if (System.in.read() < 0) {
        throw new IllegalStateException("nobody truncated the file");
      }
      for (Kernel kernel : kernels) {
        System.out.println(kernel + " " + String.join(" ", child.outcomes(kernel)));
      }
      System.out.println("alive " + child.sink);
    }
  }

  private List<String> outcomes(Kernel kernel) throws IOException {
    List<String> outcomes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      outcomes.add(outcome(kernel));
    }
    return outcomes.stream().distinct().toList();
  }

  private String outcome(Kernel kernel) throws IOException {
    try {
      run(kernel);
      file.view().backing().barrier();
      return "nothing";
    } catch (MappingFaultException e) {
      String message = String.valueOf(e.getMessage());
      return message.startsWith(file.path().toString()) ? "MappingFaultException" : message;
    } catch (InternalError e) {
      return "InternalError";
    }
  }

  private void run(Kernel kernel) throws IOException {
    DoubleView view = file.view(DoubleView.class);
    switch (kernel) {
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
