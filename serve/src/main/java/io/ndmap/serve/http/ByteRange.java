package io.ndmap.serve.http;

import io.ndmap.serve.answer.Problem;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The single byte range that a request asks for.
///
/// @param first the offset of the first byte
/// @param count the number of bytes
record ByteRange(long first, long count) {

  private static final Pattern SINGLE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /// Parses the header `Range`.
  ///
  /// @param header the value of the header
  /// @param length the length of the whole body
  /// @return empty if the header is to be ignored: it has another unit or several ranges, or is
  ///   malformed
  /// @throws Problem with 416 if the range selects no byte
  static Optional<ByteRange> of(String header, long length) {
    Matcher single = SINGLE.matcher(header.strip());
    if (!single.matches()) {
      return Optional.empty();
    }
    String from = single.group(1);
    String to = single.group(2);
    if (from.isEmpty() && to.isEmpty()) {
      return Optional.empty();
    }
    if (from.isEmpty()) {
      long count = Math.min(Long.parseLong(to), length);
      return selected(length - count, count, length);
    }
    long first = Long.parseLong(from);
    long last = to.isEmpty() ? length - 1 : Math.min(Long.parseLong(to), length - 1);
    if (!to.isEmpty() && Long.parseLong(to) < first) {
      return Optional.empty();
    }
    return selected(first, last - first + 1, length);
  }

  private static Optional<ByteRange> selected(long first, long count, long length) {
    if (count <= 0) {
      throw new Problem(416, "the range selects none of the " + length + " bytes");
    }
    return Optional.of(new ByteRange(first, count));
  }

  /// The value of the header `Content-Range`.
  String text(long length) {
    return "bytes " + first + "-" + (first + count - 1) + "/" + length;
  }
}
