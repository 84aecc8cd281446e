package io.ndmap.zip;

import static io.ndmap.zip.ZipFormat.LOCAL_BYTES;
import static io.ndmap.zip.ZipFormat.unsigned;

import io.ndmap.npy.NpzFormatException;
import io.ndmap.posix.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/// The fields of a local header as they are stored in the file, not yet checked.
///
/// @param at the offset of the header in the file
/// @param flags the general purpose flags
/// @param method the method of compression
/// @param time the time in DOS format, without the date
/// @param crc the value of the CRC field; usually 0 if a data descriptor follows the member's bytes
/// @param narrow the values of the 32-bit size fields; the offset is 0
/// @param nameBytes the length of the name
/// @param rest the bytes of the name and the extra fields; fewer if the file ends within them
/// @param end the file offset of the first byte after the header
record LocalFields(
    long at,
    int flags,
    int method,
    int time,
    int crc,
    Zip64Extra narrow,
    int nameBytes,
    ByteBuffer rest,
    long end) {

  /// Reads a header.
  ///
  /// @return the fields, or empty if there is no local header at the offset
  static Optional<LocalFields> read(FileChannel channel, long at) throws IOException {
    ByteBuffer fixed = Channels.read(channel, at, LOCAL_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (fixed.remaining() < LOCAL_BYTES || fixed.getInt() != ZipFormat.LOCAL_SIGNATURE) {
      return Optional.empty();
    }
    var _ = fixed.getShort();
    int flags = unsigned(fixed.getShort());
    int method = unsigned(fixed.getShort());
    int time = unsigned(fixed.getShort());
    var _ = fixed.getShort();
    int crc = fixed.getInt();
    long compressedSize = unsigned(fixed.getInt());
    long size = unsigned(fixed.getInt());
    int nameBytes = unsigned(fixed.getShort());
    int restBytes = nameBytes + unsigned(fixed.getShort());
    long restAt = at + LOCAL_BYTES;
    return Optional.of(
        new LocalFields(
            at,
            flags,
            method,
            time,
            crc,
            new Zip64Extra(size, compressedSize, 0),
            nameBytes,
            Channels.read(channel, restAt, restBytes),
            restAt + restBytes));
  }

  String name() throws CharacterCodingException {
    byte[] name = new byte[Math.min(nameBytes, rest.remaining())];
    rest.get(0, name);
    return ZipFormat.name(name, flags);
  }

  /// Returns the sizes, from the zip64 extra field if there is one.
  ///
  /// @param source the name of the member or the archive, for messages
  /// @throws NpzFormatException if the extra fields are malformed
  Zip64Extra sizes(String source) {
    int begin = Math.min(nameBytes, rest.remaining());
    return Zip64Extra.read(
        rest.slice(begin, rest.remaining() - begin).order(ByteOrder.LITTLE_ENDIAN),
        narrow,
        reason -> new NpzFormatException(source, at, reason));
  }
}
