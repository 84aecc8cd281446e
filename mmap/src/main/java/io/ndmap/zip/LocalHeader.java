package io.ndmap.zip;

import static io.ndmap.zip.ZipFormat.quoted;

import io.ndmap.npy.NpzFormatException;
import io.ndmap.posix.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;

/// The header before a member's bytes, checked against the central directory.
///
/// @param dataOffset the offset of the member's bytes in the file
/// @param crcOffset the file offset of the member's second CRC (the first one is in the central
///   directory): in this header, or in the data descriptor after the member's bytes
/// @param crc the CRC at `crcOffset`; 0 if the file ends before it
/// @param timeOffset the file offset of the time in this header
/// @param time the time in this header
public record LocalHeader(long dataOffset, long crcOffset, int crc, long timeOffset, int time) {

  // An invalid time, 31:63:62, in a field that readers ignore. It marks a member that a process has
  // mapped for writing, or had mapped when it died.
  private static final int BEING_UPDATED = 0xffff;

  // The bytes of a data descriptor that are read: an optional signature, and the CRC.
  private static final int DESCRIPTOR_BYTES = 8;

  /// Reads a header.
  ///
  /// @param archive the path of the archive, for messages
  /// @throws NpzFormatException if the member is refused, there is no local header at its offset,
  ///   or the header contradicts the directory
  public static LocalHeader read(FileChannel channel, String archive, ZipMember member)
      throws IOException {
    String source = member.source(archive);
    long at = member.headerOffset();
    if (member.refusal() != null) {
      throw new NpzFormatException(source, Math.max(0, at), member.refusal());
    }
    LocalFields found =
        LocalFields.read(channel, at)
            .orElseThrow(
                () ->
                    new NpzFormatException(
                        source,
                        at,
                        "expected the header of the member (50 4b 03 04), found something else"));
    if (found.end() > member.limit() - member.compressedSize()) {
      throw new NpzFormatException(source, at, ZipDirectory.overlap(member));
    }
    requireEqual(source, at, "name", quoted(member.name()), quoted(decodedName(found)));
    requireEqual(source, at, "method", member.method(), found.method());
    if ((member.flags() & ZipFormat.DESCRIPTOR) != 0) {
      return withDescriptor(channel, member, found.end(), found.time());
    }
    Zip64Extra sizes = found.sizes(source);
    requireEqual(source, at, "size", member.size(), sizes.size());
    requireEqual(source, at, "compressed size", member.compressedSize(), sizes.compressedSize());
    return new LocalHeader(
        found.end(),
        at + ZipFormat.LOCAL_CRC,
        found.crc(),
        at + ZipFormat.LOCAL_TIME,
        found.time());
  }

  /// Completes the header of a member with a data descriptor after its bytes. The descriptor may
  /// begin with a signature.
  private static LocalHeader withDescriptor(
      FileChannel channel, ZipMember member, long dataOffset, int time) throws IOException {
    long at = dataOffset + member.compressedSize();
    ByteBuffer descriptor =
        Channels.read(channel, at, DESCRIPTOR_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    boolean signed =
        descriptor.remaining() == DESCRIPTOR_BYTES
            && descriptor.getInt(0) == ZipFormat.DESCRIPTOR_SIGNATURE;
    int skip = signed ? Integer.BYTES : 0;
    return new LocalHeader(
        dataOffset,
        at + skip,
        descriptor.remaining() < skip + Integer.BYTES ? 0 : descriptor.getInt(skip),
        member.headerOffset() + ZipFormat.LOCAL_TIME,
        time);
  }

  private static String decodedName(LocalFields found) {
    try {
      return found.name();
    } catch (CharacterCodingException e) {
      return "bytes that are not UTF-8";
    }
  }

  private static void requireEqual(
      String source, long at, String what, Object central, Object local) {
    if (!central.equals(local)) {
      throw new NpzFormatException(
          source,
          at,
          "expected the "
              + what
              + " of the central directory, "
              + central
              + ", found "
              + local
              + " in the header of the member");
    }
  }

  /// Returns whether the member has the mark of an update: a process is updating the member, or
  /// died while updating it.
  ///
  /// @param member the member
  /// @return whether it is marked
  public boolean isBeingUpdated(ZipMember member) {
    return time == BEING_UPDATED && member.time() != BEING_UPDATED;
  }

  /// Sets the mark of an update.
  public void markUpdate(FileChannel channel) throws IOException {
    write(channel, ZipFormat.allocate(Short.BYTES).putShort((short) BEING_UPDATED), timeOffset);
  }

  /// Removes the mark of an update: overwrites it with the time that the central directory states.
  ///
  /// @param member the member
  public void clearMark(FileChannel channel, ZipMember member) throws IOException {
    write(channel, ZipFormat.allocate(Short.BYTES).putShort((short) member.time()), timeOffset);
  }

  /// Sets the CRC at [#crcOffset].
  ///
  /// @param value the CRC
  public void writeCrc(FileChannel channel, int value) throws IOException {
    write(channel, ZipFormat.allocate(Integer.BYTES).putInt(value), crcOffset);
  }

  /// Sets the CRC in the central directory.
  ///
  /// @param value the CRC
  public static void writeCrc(FileChannel channel, ZipMember member, int value) throws IOException {
    write(
        channel,
        ZipFormat.allocate(Integer.BYTES).putInt(value),
        member.recordOffset() + ZipFormat.CENTRAL_CRC);
  }

  private static void write(FileChannel channel, ByteBuffer field, long at) throws IOException {
    Channels.write(channel, field.flip(), at);
  }
}
