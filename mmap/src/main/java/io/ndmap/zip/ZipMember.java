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

  /// Its bytes are there as they are.
  public static final int STORED = 0;

  /// Its bytes are compressed by deflate.
  public static final int DEFLATED = 8;

  ZipMember withLimit(long end) {
    return new ZipMember(
        name,
        flags,
        method,
        time,
        crc,
        compressedSize,
        size,
        headerOffset,
        recordOffset,
        end,
        refusal);
  }

  ZipMember refused(String reason) {
    return refusal != null
        ? this
        : new ZipMember(
            name,
            flags,
            method,
            time,
            crc,
            compressedSize,
            size,
            headerOffset,
            recordOffset,
            limit,
            reason);
  }

  /// The same with another CRC, once it was written.
  ///
  /// @param value the CRC
  /// @return the member
  public ZipMember withCrc(int value) {
    return new ZipMember(
        name,
        flags,
        method,
        time,
        value,
        compressedSize,
        size,
        headerOffset,
        recordOffset,
        limit,
        refusal);
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
