package io.ndmap.cli.run;

import io.ndmap.cli.output.Streams;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.stream.NpyReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The array that a command reads: that of a file, or for `-` the next one of the standard input,
/// which is read into memory.
///
/// @param header its header
/// @param view its items
/// @param file the file, unless it is the standard input
public record ArrayInput(NpyHeader header, NdView<?> view, Optional<NpyFile> file)
    implements AutoCloseable {

  private static final String STANDARD = "-";

  /// Whether a name is that of the standard input or output.
  public static boolean isStandard(Path name) {
    return name.toString().equals(STANDARD);
  }

  /// Refuses the standard streams, for what maps a file.
  ///
  /// @param label what the name was given as
  /// @throws UsageException if the name is `-`
  public static void requireFile(String label, Path name) {
    if (isStandard(name)) {
      throw new UsageException(label + ": streams cannot be mapped; write ./- for a file named -");
    }
  }

  /// Opens the array.
  ///
  /// @param name a file, or `-`
  public static ArrayInput open(Path name, Streams streams) throws IOException {
    if (isStandard(name)) {
      NpyReader reader = reader(streams);
      return new ArrayInput(reader.header(), reader.read(), Optional.empty());
    }
    NpyFile file = NpyFile.open(name);
    return new ArrayInput(file.header(), file.view(), Optional.of(file));
  }

  /// The next array of the standard input.
  public static NpyReader reader(Streams streams) throws IOException {
    return NpyReader.open(streams.in(), STANDARD);
  }

  @Override
  public void close() {
    file.ifPresent(NpyFile::close);
  }
}
