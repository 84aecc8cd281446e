package io.ndmap.fuzz;

import io.ndmap.dtype.StructType;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The fuzz target for whole `.npy` files: opens, prints and reads a file.
public final class ArrayTarget {

  private static final Verdict NUMPY = new Verdict("array");
  private static final String REFUSED = "refused: ";

  /// The maximum number of elements of a block that is copied and hashed at once.
  private static final long MOST = 1 << 16;

  /// The memory in bytes that each byte of an input may take. The decimal digits of a long double,
  /// which has 16 bytes, take about 400 KiB while they are computed.
  private static final long EACH = 1 << 15;

  private static final Path FILE = temporary(".npy");

  private ArrayTarget() {}

  /// Called by the fuzzer.
  ///
  /// @param input the bytes of a file
  public static void fuzzerTestOneInput(byte[] input) {
    String here = Bounded.run(input, EACH, () -> read(input));
    if (here.startsWith(REFUSED)) {
      // HeaderTarget compares refused headers with NumPy.
      return;
    }
    String numpy = NUMPY.of(input);
    if (!numpy.equals(Verdict.NONE) && !numpy.equals(here)) {
      throw new AssertionError("ndmap: " + here + "\nNumPy: " + numpy);
    }
  }

  private static String read(byte[] input) {
    try {
      Files.write(FILE, input);
      try (NpyFile file = NpyFile.open(FILE)) {
        NdView<?> view = file.view();
        var _ = view.toString();
        return text(view);
      }
    } catch (NpyFormatException e) {
      return REFUSED + e.getMessage();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the dtype and the shape of an array, followed by the SHA-256 digest of its elements;
  /// structures have no digest, because NumPy does not preserve their padding.
  static String text(NdView<?> view) {
    return "(" + view.dtype().descr() + ", " + view.shape() + ")" + digest(view);
  }

  private static String digest(NdView<?> view) {
    if (view.dtype() instanceof StructType) {
      return "";
    }
    MessageDigest digest = sha256();
    if (view.itemCount() > 0 && view.dtype().itemsize() > 0) {
      view.forEachBlock(
          MOST,
          block -> {
            byte[] bytes = new byte[(int) block.itemCount() * block.dtype().itemsize()];
            block.copyTo(MemorySegment.ofArray(bytes));
            digest.update(bytes);
          });
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  static Path temporary(String suffix) {
    try {
      Path file = Files.createTempFile("ndmap", suffix);
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
