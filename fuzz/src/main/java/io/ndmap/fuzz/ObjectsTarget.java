package io.ndmap.fuzz;

import io.ndmap.npy.NpyFormatException;
import io.ndmap.pickle.ObjectArrays;
import io.ndmap.pickle.PickleLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The fuzz target for arrays of Python objects. The result is not compared with NumPy, because
/// NumPy would execute the pickles.
public final class ObjectsTarget {

  /// The memory in bytes that each byte of an input may take. Decoded values take more memory than
  /// their encoding: a list that contains an empty list is encoded in five bytes.
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
