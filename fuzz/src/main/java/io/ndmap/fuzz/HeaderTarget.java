package io.ndmap.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.ndmap.layout.Order;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import java.nio.ByteBuffer;

/// The fuzz target for headers of `.npy` files.
public final class HeaderTarget {

  private static final Verdict NUMPY = new Verdict("header");

  /// The start of the result of [#read] if the header is refused.
  static final String REFUSED = "refused: ";

  private HeaderTarget() {}

  /// Called by the fuzzer.
  ///
  /// @param input the first bytes of a file
  public static void fuzzerTestOneInput(byte[] input) {
    String here = Bounded.run(input, 512, () -> read(input));
    String numpy = NUMPY.of(input);
    if (numpy.equals(Verdict.NONE)) {
      return;
    }
    boolean agree =
        here.startsWith(REFUSED)
            ? numpy.isEmpty() || isRefusedOnPurpose(input, numpy, here)
            : here.equals(numpy);
    if (!agree) {
      throw new AssertionError("ndmap: " + here + "\nNumPy: " + numpy);
    }
  }

  /// Reads a header.
  ///
  /// @return the dtype, the order, the shape and the data offset in the form of `verdict.py`; or
  ///   [#REFUSED] and the reason
  static String read(byte[] input) {
    try {
      NpyHeader header =
          NpyHeaderCodec.decodeAny(ByteBuffer.wrap(input), "x.npy", HeaderLimits.DEFAULT);
      String fortran = header.order() == Order.F ? "True" : "False";
      return "(%s, %s, %s, %s)"
          .formatted(header.dtype().descr(), fortran, header.shape(), header.dataOffset());
    } catch (NpyFormatException e) {
      return REFUSED + e.getMessage();
    }
  }

  /// Returns whether ndmap refuses a header on purpose although NumPy reads it.
  ///
  /// @param numpy NumPy's result
  /// @param here the result of [#read]
  private static boolean isRefusedOnPurpose(byte[] input, String numpy, String here) {
    String text = new String(input, ISO_8859_1);
    return (here.contains("no Python literal") && (text.contains("\r") || text.contains("\f")))
        || numpy.equals("subarray")
        || here.contains("StringDType")
        || here.contains("a set has no order")
        || here.matches("(?s).*the size of \\(.* cannot be set.*")
        || (here.contains("unexpected indentation") && text.contains("\\\n"))
        || here.contains("the field has no name")
        || here.matches("(?s).*data type '[<>|=]?\\\\(x|[ntr]).*");
  }
}
