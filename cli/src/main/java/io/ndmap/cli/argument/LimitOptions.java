package io.ndmap.cli.argument;

import io.ndmap.mmap.OpenOptions;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npz.NpzOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/// The options that raise the limits for untrusted files.
public final class LimitOptions {

  @Option(
      names = "--max-header",
      paramLabel = "SIZE",
      converter = Size.class,
      description =
          "The length of the longest header to read (default: 10000 characters, as in NumPy).")
  private long header = HeaderLimits.DEFAULT_MAX_CHARACTERS;

  @Option(
      names = "--max-members",
      paramLabel = "N",
      converter = Count.class,
      description = "The maximum number of members in an archive (default: 100000).")
  private long members = NpzOptions.DEFAULT_MAX_MEMBERS;

  @Option(
      names = "--max-inflated",
      paramLabel = "SIZE",
      converter = Size.class,
      description = "The maximum memory for compressed members of an archive (default: 16GiB).")
  private long inflated = NpzOptions.DEFAULT_MAX_INFLATED_BYTES;

  /// Parses a size such as `1m`.
  static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) throws Exception {
      return ArgumentConverters.of(ByteSize::parse).convert(text);
    }
  }

  /// Parses a count.
  static final class Count implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) throws Exception {
      return ArgumentConverters.of(Count::parse).convert(text);
    }

    private static long parse(String text) {
      long count = ArgumentConverters.integer(text);
      if (count < 0 || count > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a number from 0 to " + Integer.MAX_VALUE);
      }
      return count;
    }
  }

  /// The limit for headers.
  public HeaderLimits headers() {
    return new HeaderLimits((int) Math.min(header, Integer.MAX_VALUE));
  }

  /// All limits, as options for archives and arrays.
  public NpzOptions options() {
    return new NpzOptions(
        OpenOptions.DEFAULT.withLimits(headers()), Math.toIntExact(members), inflated);
  }
}
