package io.ndmap.jvector;

import io.github.jbellis.jvector.vector.VectorSimilarityFunction;
import io.github.jbellis.jvector.vector.VectorizationProvider;
import io.ndmap.mmap.NpyFile;
import java.io.IOException;
import java.nio.file.Path;

/// Compares the first two rows of a file by the provider that a system property names.
final class ProviderChild {

  static final String MISSING = "missing";

  private ProviderChild() {}

  public static void main(String[] args) throws IOException {
    if (!isThere()) {
      System.out.println(MISSING);
      return;
    }
    try (NpyFile file = NpyFile.open(Path.of(args[0]))) {
      RowVectors first = RowVectors.of(file.view());
      RowVectors second = first.copy();
      // Twice, for the first vector is made before there is a row in it.
      for (int i = 1; i >= 0; i--) {
        var _ = first.getVector(i);
      }
      System.out.println(
          VectorSimilarityFunction.EUCLIDEAN.compare(first.getVector(0), second.getVector(1)));
    }
  }

  // Reports what a processor or a system has no library for.
  @SuppressWarnings("UnusedException")
  private static boolean isThere() {
    try {
      return VectorizationProvider.getInstance() != null;
    } catch (RuntimeException | LinkageError missing) {
      return false;
    }
  }
}
