package io.ndmap.cli.run;

import io.ndmap.cli.output.Streams;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npz.ArrayName;
import io.ndmap.stream.NpyReader;
import java.io.IOException;
import java.nio.file.Path;

/// The standard input and output, which are both named `-`.
public final class StandardInput {

  private static final String NAME = "-";

  private StandardInput() {}

  /// Whether a path is `-`.
  public static boolean is(Path name) {
    return name.toString().equals(NAME);
  }

  /// Whether an array is read from the standard input or written to the standard output.
  public static boolean is(ArrayName name) {
    return name.member().isEmpty() && is(name.file());
  }

  /// Rejects `-` for operations that map a file.
  ///
  /// @param label the parameter that holds the name, for messages
  /// @throws UsageException if the name is `-`
  public static void refuse(String label, Path name) {
    if (is(name)) {
      throw new UsageException(label + ": streams cannot be mapped; write ./- for a file named -");
    }
  }

  /// Returns a reader of the next array of the standard input.
  public static NpyReader reader(Streams streams, HeaderLimits limits) throws IOException {
    return NpyReader.after(NpyHeaderCodec.readAny(streams.in(), NAME, limits), streams.in(), NAME);
  }
}
