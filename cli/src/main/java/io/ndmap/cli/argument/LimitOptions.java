package io.ndmap.cli.argument;

import io.ndmap.mmap.OpenOptions;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npz.NpzOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// The options that raise what an untrusted file may cost before it is refused.
public final class LimitOptions {

  @Option(
      names = "--max-header",
      paramLabel = "SIZE",
      converter = Size.class,
      description = "The longest header to read (default: 10000 characters, as NumPy).")
  private long header = HeaderLimits.DEFAULT_MAX_CHARACTERS;

  @Option(
      names = "--max-members",
      paramLabel = "N",
      converter = Count.class,
      description = "The most members of an archive to open (default: 100000).")
  private long members = NpzOptions.DEFAULT_MAX_MEMBERS;

  @Option(
      names = "--max-inflated",
      paramLabel = "SIZE",
      converter = Size.class,
      description = "The most memory for compressed members of an archive (default: 16GiB).")
  private long inflated = NpzOptions.DEFAULT_MAX_INFLATED_BYTES;

  /// A number of bytes such as `1m`.
  static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) throws Exception {
      return Arguments.of(ByteSize::parse).convert(text);
    }
  }

  /// A number of things.
  static final class Count implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) throws Exception {
      long count = Arguments.of(Arguments::integer).convert(text);
      if (count < 0 || count > Integer.MAX_VALUE) {
        throw new TypeConversionException(
            "'" + text + "' is not a number from 0 to " + Integer.MAX_VALUE);
      }
      return count;
    }
  }

  /// The limit of headers.
  public HeaderLimits headers() {
    return new HeaderLimits((int) Math.min(header, Integer.MAX_VALUE));
  }

  /// All limits.
  public NpzOptions options() {
    return new NpzOptions(
        OpenOptions.DEFAULT.withLimits(headers()), Math.toIntExact(members), inflated);
  }
}
