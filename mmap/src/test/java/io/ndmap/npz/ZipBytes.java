package io.ndmap.npz;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/// An archive with one member, `a.npy`, whose fields may be false.
///
/// @param method the method of compression
/// @param compressed the bytes in the file
/// @param size the size that is declared
/// @param crc the CRC that is declared
@SuppressWarnings("ArrayRecordComponent") // not compared
record ZipBytes(int method, byte[] compressed, long size, int crc) {

  /// The offset of the compressed bytes.
  static final int OFFSET = 35;

  static final int BZIP2 = 12;
  static final int LZMA = 14;

  private static final byte[] NAME = "a.npy".getBytes(US_ASCII);

  /// A member whose fields are true.
  static ZipBytes of(int method, byte[] compressed, byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return new ZipBytes(method, compressed, bytes.length, (int) crc.getValue());
  }

  ZipBytes withCompressed(byte[] changed) {
    return new ZipBytes(method, changed, size, crc);
  }

  ZipBytes withSize(long changed) {
    return new ZipBytes(method, compressed, changed, crc);
  }

  ZipBytes withCrc(int changed) {
    return new ZipBytes(method, compressed, size, changed);
  }

  void write(Path path) throws IOException {
    ByteBuffer zip =
        ByteBuffer.allocate(OFFSET + compressed.length + 51 + 22).order(ByteOrder.LITTLE_ENDIAN);
    common(zip.putInt(0x04034b50)).put(NAME).put(compressed);
    int directory = zip.position();
    common(zip.putInt(0x02014b50).putShort((short) 63)).putShort((short) 0).putInt(0).putLong(0);
    zip.put(NAME);
    int end = zip.position();
    zip.putInt(0x06054b50).putInt(0).putShort((short) 1).putShort((short) 1);
    zip.putInt(end - directory).putInt(directory).putShort((short) 0);
    Files.write(path, zip.array());
  }

  private ByteBuffer common(ByteBuffer zip) {
    return zip.putShort((short) 63)
        .putShort((short) 0)
        .putShort((short) method)
        .putInt(0)
        .putInt(crc)
        .putInt(compressed.length)
        .putInt((int) size)
        .putShort((short) NAME.length)
        .putShort((short) 0);
  }
}
