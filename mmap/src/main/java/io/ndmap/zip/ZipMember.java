package io.ndmap.zip;

import org.jspecify.annotations.Nullable;

/// A member as declared by the central directory.
///
/// @param name its name, a label and not a path
/// @param flags the general purpose flags
/// @param method [#STORED], [#DEFLATED], [#BZIP2], [#LZMA] or another one, which is refused
/// @param time the time of its last change in DOS format, without the date
/// @param crc the CRC-32 of its bytes
/// @param compressedSize the number of its bytes in the archive
/// @param size the number of its bytes
/// @param headerOffset the offset of its local header in the file
/// @param recordOffset the offset of its record of the central directory in the file
/// @param limit the maximum end offset: the start of the next member or of the central directory
/// @param refusal the reason why it is refused, or null
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

  /// The refusal of a member whose name a later one has: readers find members by their names.
  public static final String SHADOWED =
      "a later member has the same name, and is the one that is read";

  /// The bytes are not compressed.
  public static final int STORED = 0;

  /// The bytes are compressed by deflate.
  public static final int DEFLATED = 8;

  /// The bytes are compressed by bzip2.
  public static final int BZIP2 = 12;

  /// The bytes are compressed by LZMA.
  public static final int LZMA = 14;

  /// Returns this member with its limit, and a refusal if it has none.
  ///
  /// @param end the limit
  /// @param reason a reason to refuse it, or null; an existing reason is kept
  ZipMember validated(long end, @Nullable String reason) {
    return with(crc, end, refusal == null ? reason : refusal);
  }

  /// Returns this member with another CRC.
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

  /// Returns the name of the member in messages.
  ///
  /// @param archive the path of the archive
  /// @return `archive::name`
  public String source(String archive) {
    String quoted = ZipFormat.quoted(name);
    return archive + "::" + quoted.substring(1, quoted.length() - 1);
  }
}
