package io.ndmap.fill;

import io.ndmap.nd.LongView;
import io.ndmap.op.MappingFaultException;
import io.ndmap.testing.TimeLimit;
import java.nio.file.Path;

/// A participant whose array is truncated while compiled loops write its chunk.
final class TruncatedFillChild {

  private static final int WARM_UP = 20_000;

  private TruncatedFillChild() {}

  /// Joins, claims a chunk, and writes it before and after the truncation.
  ///
  /// @param arguments the array
  public static void main(String[] arguments) throws Exception {
    try (SharedFill fill = SharedFill.join(Path.of(arguments[0]), TimeLimit.TIMEOUT);
        Claim claim = fill.claim().orElseThrow()) {
      LongView view = claim.view(LongView.class);
      for (int k = 0; k < WARM_UP; k++) {
        write(view, k);
      }
      System.out.println("claimed");
      System.in.read();
      try {
        write(view, 1);
        claim.commit();
        System.out.println("committed");
      } catch (MappingFaultException e) {
        System.out.println(e.getClass().getSimpleName());
      } catch (InternalError e) {
        // The error of get and set; the claim ends nevertheless.
        System.out.println(MappingFaultException.class.getSimpleName());
      }
    }
    System.out.println("alive");
  }

  private static void write(LongView view, int value) {
    for (long i = 0; i < view.size(0); i++) {
      for (long j = 0; j < view.size(1); j++) {
        view.set(i, j, value);
      }
    }
  }
}
