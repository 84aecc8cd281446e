package io.ndmap.fuzz;

import io.ndmap.npy.NpyFormatException;
import io.ndmap.pickle.ObjectArrays;
import io.ndmap.pickle.PickleLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Arrays of Python objects. NumPy is not asked: it would execute them.
public final class ObjectsTarget {

  /// Decoded values take more memory than their bytes: a list of one empty list is five of them.
  private static final long EACH = 1 << 12;

  private ObjectsTarget() {}

  /// Called by the fuzzer.
  ///
  /// @param input the bytes of a file
  public static void fuzzerTestOneInput(byte[] input) {
    var _ = Bounded.run(input, EACH, () -> read(input));
  }

  private static boolean read(byte[] input) {
    try {
      var _ =
          ObjectArrays.read(
              new ByteArrayInputStream(input),
              "x.npy",
              PickleLimits.DEFAULT.withMaxBytes(1 << 20).withMaxValues(1 << 16));
      return true;
    } catch (NpyFormatException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
