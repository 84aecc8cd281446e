package io.ndmap.mmap;

import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Uses a mapped file before and after it is truncated: every kernel is compiled before, unless the
/// flags say otherwise, and tells afterwards what it threw.
final class TruncationChild {

  /// The operations.
  enum Kernel {
    GET,
    SET,
    GUARDED_GET,
    GUARDED_SET,
    COPY_TO_ARRAY,
    COPY_FROM_ARRAY,
    COPY_TO_VIEW,
    COPY_TRANSPOSED,
    STATISTICS,
    CANONICAL_BYTES,
    PRINT,
    FORCE
  }

  private final NpyFile file;
  private final NpyFile other;
  private final double[] heap;
  private double sink;

  private TruncationChild(NpyFile file, NpyFile other) {
    this.file = file;
    this.other = other;
    this.heap = new double[Math.toIntExact(file.shape().itemCount())];
  }

  /// Runs the kernels.
  ///
  /// @param arguments the file, another one of its shape, and how often each kernel runs before the
  ///   truncation
  public static void main(String[] arguments) throws IOException {
    try (NpyFile file = NpyFile.open(Path.of(arguments[0]), OpenMode.READ_WRITE);
        NpyFile other = NpyFile.open(Path.of(arguments[1]), OpenMode.READ_WRITE)) {
      TruncationChild child = new TruncationChild(file, other);
      List<Kernel> kernels = List.of(Kernel.values());
      for (Kernel kernel : kernels) {
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
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
      case COPY_TO_ARRAY -> view.copyTo(heap);
      case COPY_FROM_ARRAY -> view.copyFrom(heap);
      case COPY_TO_VIEW -> view.copyTo(other.view());
      case COPY_TRANSPOSED -> transposed(view, other.view(DoubleView.class));
      case STATISTICS -> sink += view.statistics().count();
      case CANONICAL_BYTES -> view.forEachCanonicalBlock(block -> sink += block.get(0));
      case PRINT -> sink += view.toString().length();
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

  private static void transposed(NdView<?> source, DoubleView target) {
    target.transpose().copyFrom(source);
  }
}
