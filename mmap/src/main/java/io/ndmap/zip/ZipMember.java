package io.ndmap.zip;

import org.jspecify.annotations.Nullable;

/// What the central directory says of a member.
///
/// @param name its name, a label and never a path
/// @param flags the general purpose flags
/// @param method [#STORED], [#DEFLATED] or another one, which is refused
/// @param time of its last change, as DOS wrote it; not the date
/// @param crc the CRC-32 of its bytes
/// @param compressedSize how many bytes it takes in the archive
/// @param size how many bytes it has
/// @param headerOffset where its local header begins in the file
/// @param recordOffset where its record in the central directory begins in the file
/// @param limit the byte before which it must end: the next member or the central directory
/// @param refusal why it is not read, or null
public record ZipMember(
    String name,
    int flags,
    int method,
    int time,
    int crc,
    long compressedSize,
    long size,
    long headerOffset,
    long recordOffset,
    long limit,
    @Nullable String refusal) {

  /// Why a member is not read whose name a later one has: readers find members by their names.
  public static final String SHADOWED =
      "a later member has the same name, and is the one that is read";

  /// Its bytes are there as they are.
  public static final int STORED = 0;

  /// Its bytes are compressed by deflate.
  public static final int DEFLATED = 8;

  /// The same, once it is known where it must end and what is wrong with it.
  ///
  /// @param end the limit
  /// @param reason a reason to refuse it, or null; the one it has goes first
  ZipMember judged(long end, @Nullable String reason) {
    return with(crc, end, refusal == null ? reason : refusal);
  }

  /// The same with another CRC, once it was written.
  ///
  /// @param value the CRC
  /// @return the member
  public ZipMember withCrc(int value) {
    return with(value, limit, refusal);
  }

  private ZipMember with(int crcNow, long limitNow, @Nullable String refusalNow) {
    return new ZipMember(
        name,
        flags,
        method,
        time,
        crcNow,
        compressedSize,
        size,
        headerOffset,
        recordOffset,
        limitNow,
        refusalNow);
  }

  /// How it is called in messages.
  ///
  /// @param archive the path of the archive
  /// @return `archive::name`
  public String source(String archive) {
    String quoted = ZipFormat.quoted(name);
    return archive + "::" + quoted.substring(1, quoted.length() - 1);
  }
}
