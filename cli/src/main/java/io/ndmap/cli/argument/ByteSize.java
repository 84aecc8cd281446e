package io.ndmap.cli.argument;

import io.ndmap.cli.run.UsageException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses byte counts such as `4GiB`.
///
/// `KiB`, `MiB`, `GiB` and `TiB` are powers of 1024, `kB`, `MB`, `GB` and `TB` are powers of 1000.
/// The single letters `k`, `m`, `g` and `t` are powers of 1024, as in the JVM's options: `256m` is
/// 256 MiB. Without a unit, or with `B`, the number counts bytes. Case is ignored.
public final class ByteSize {

  private static final Pattern TEXT = Pattern.compile("([0-9][0-9_]*(?:\\.[0-9]+)?)\\s*([a-z]*)");
  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("b", 1L),
          Map.entry("k", 1L << 10),
          Map.entry("kib", 1L << 10),
          Map.entry("kb", 1_000L),
          Map.entry("m", 1L << 20),
          Map.entry("mib", 1L << 20),
          Map.entry("mb", 1_000_000L),
          Map.entry("g", 1L << 30),
          Map.entry("gib", 1L << 30),
          Map.entry("gb", 1_000_000_000L),
          Map.entry("t", 1L << 40),
          Map.entry("tib", 1L << 40),
          Map.entry("tb", 1_000_000_000_000L));

  private ByteSize() {}

  /// @throws IllegalArgumentException if the text is not a size from 1 to 2⁶³-1 bytes
  static long parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
    Long unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit == null) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a size such as 4GiB, 256m or 1_000_000");
    }
    BigDecimal bytes =
        new BigDecimal(matcher.group(1).replace("_", "")).multiply(BigDecimal.valueOf(unit));
    if (bytes.compareTo(BigDecimal.ONE) < 0
        || bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException("'" + text + "' is not a size from 1 to 2^63-1 bytes");
    }
    return bytes.longValue();
  }

  /// Parses the value of an option.
  ///
  /// @throws UsageException if the text is not a size
  public static long ofOption(String option, String text) {
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option, e);
    }
  }
}
