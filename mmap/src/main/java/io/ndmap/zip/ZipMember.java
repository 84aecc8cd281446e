package io.ndmap.zip;

import org.jspecify.annotations.Nullable;

/// A member as declared by the central directory.
///
/// @param name the name, which is a label and not a path
/// @param flags the general purpose flags
/// @param method the compression method: [#STORED], [#DEFLATED], [#BZIP2] or [#LZMA]; a member with
///   another method is refused
/// @param time the time of the last modification in DOS format, without the date
/// @param crc the CRC-32 of the uncompressed bytes
/// @param compressedSize the number of bytes in the archive
/// @param size the number of uncompressed bytes
/// @param headerOffset the offset of the local header in the file; -1 if invalid
/// @param recordOffset the offset in the file of the member's record in the central directory; -1
///   if there is no directory
/// @param limit the maximum end offset of the bytes: the start of the next member or of the central
///   directory
/// @param refusal the reason why the member is refused, or null if it can be read
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

  /// The refusal of a member that has the same name as a later one: readers find members by name.
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

  /// Returns this member with another limit and, if it has no refusal yet, with the given refusal.
  ///
  /// @param end the new limit
  /// @param reason a reason to refuse the member, or null; an existing refusal is kept
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
