package io.ndmap.zip;

import static io.ndmap.zip.ZipFormat.END64_BYTES;
import static io.ndmap.zip.ZipFormat.END_BYTES;
import static io.ndmap.zip.ZipFormat.LOCATOR64_BYTES;
import static io.ndmap.zip.ZipFormat.unsigned;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.ndmap.npy.NpzFormatException;
import io.ndmap.posix.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Locale;
import java.util.Optional;

/// The end record of an archive, which locates the central directory. The record is found and
/// interpreted as in Python's `zipfile`. The directory ends where the end record (or the zip64 end
/// record, if there is one) begins, whatever the declared offset of the directory is.
///
/// @param directoryStart the offset of the central directory in the file
/// @param directorySize the number of bytes of the central directory
/// @param base the number to add to the offsets in the directory: the actual minus the declared
///   offset of the directory. If data precede the archive and the offsets do not include them, this
///   is the size of these data
/// @param comment the comment of the archive, with one character per byte (ISO 8859-1)
/// @param trailing the number of bytes after the comment
record EndRecord(
    long directoryStart, long directorySize, long base, String comment, long trailing) {

  /// The maximum bytes of a comment (rounded up, as in Python).
  private static final int MAX_COMMENT = 1 << 16;

  // The offsets of fields in the end record, and in the zip64 end record. The offset of the
  // directory follows the size of the directory.
  private static final int COMMENT_LENGTH = 20;
  private static final int DIRECTORY_SIZE = 12;
  private static final int DIRECTORY_SIZE64 = 40;

  /// Finds the end record.
  ///
  /// @throws NpzFormatException if there is none, or it is inconsistent
  static EndRecord find(FileChannel channel, String source) throws IOException {
    requireBegin(channel, source);
    long size = channel.size();
    // Nearly all archives have no comment, so a short read usually suffices.
    ByteBuffer tail = last(channel, size, END_BYTES);
    if (endOffset(tail) != 0) {
      tail = last(channel, size, MAX_COMMENT + END_BYTES);
    }
    long from = size - tail.limit();
    int at = endOffset(tail);
    if (at < 0) {
      throw new NpzFormatException(
          source,
          from,
          "expected the end of a zip archive within the last %s bytes, found none: the file was"
                  .formatted(tail.limit())
              + " cut off, or its writer ended early");
    }
    int behind = at + END_BYTES;
    int commentBytes =
        Math.min(unsigned(tail.getShort(at + COMMENT_LENGTH)), tail.limit() - behind);
    byte[] comment = new byte[commentBytes];
    tail.get(behind, comment);
    String text = new String(comment, ISO_8859_1);
    int trailing = tail.limit() - behind - commentBytes;
    return wide(channel, source, from + at)
        .orElse(
            new Candidate(
                from + at,
                unsigned(tail.getInt(at + DIRECTORY_SIZE)),
                unsigned(tail.getInt(at + DIRECTORY_SIZE + Integer.BYTES))))
        .checked(source, text, trailing);
  }

  /// Reads the last bytes of a file.
  private static ByteBuffer last(FileChannel channel, long size, int most) throws IOException {
    int count = (int) Math.min(size, most);
    return Channels.read(channel, size - count, count).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Checks the first bytes as `numpy.load` does, which treats files with other first bytes as
  /// pickles.
  private static void requireBegin(FileChannel channel, String source) throws IOException {
    ByteBuffer first = Channels.read(channel, 0, Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int magic = first.remaining() < Integer.BYTES ? 0 : first.getInt(0);
    if (magic != ZipFormat.LOCAL_SIGNATURE && magic != ZipFormat.END_SIGNATURE) {
      throw new NpzFormatException(
          source,
          0,
          "expected the signature of a zip archive, 50 4b 03 04 or 50 4b 05 06, found "
              + (first.remaining() < Integer.BYTES
                  ? first.remaining() + " bytes"
                  : bytes(first) + (bytes(first).equals("93 4e 55 4d") ? ": a .npy file" : "")));
    }
  }

  private static String bytes(ByteBuffer first) {
    return String.format(
        Locale.ROOT, "%02x %02x %02x %02x", first.get(0), first.get(1), first.get(2), first.get(3));
  }

  /// Finds the end record in the last bytes of a file.
  ///
  /// @return the offset of the record in the buffer, or -1
  private static int endOffset(ByteBuffer tail) {
    int last = tail.limit() - END_BYTES;
    if (last >= 0
        && tail.getInt(last) == ZipFormat.END_SIGNATURE
        && tail.getShort(last + COMMENT_LENGTH) == 0) {
      return last;
    }
    for (int at = tail.limit() - Integer.BYTES; at >= 0; at--) {
      if (tail.getInt(at) == ZipFormat.END_SIGNATURE) {
        // Only the last signature counts, even if the record that it begins is incomplete.
        return at <= last ? at : -1;
      }
    }
    return -1;
  }

  /// The directory that an end record declares.
  ///
  /// @param begin the file offset of the end record, where the directory must end
  /// @param size the declared number of bytes of the directory
  /// @param offset the declared offset of the directory in the archive
  private record Candidate(long begin, long size, long offset) {

    EndRecord checked(String source, String comment, long trailing) {
      if (size < 0 || size > begin || offset < 0) {
        throw new NpzFormatException(
            source,
            begin,
            "expected a central directory that ends here, found one of %s bytes at %s"
                .formatted(Long.toUnsignedString(size), Long.toUnsignedString(offset)));
      }
      return new EndRecord(begin - size, size, begin - size - offset, comment, trailing);
    }
  }

  /// Reads the zip64 end record, if this record and its locator exist.
  ///
  /// @param end the file offset of the end record, before which the locator is
  private static Optional<Candidate> wide(FileChannel channel, String source, long end)
      throws IOException {
    long locator = end - LOCATOR64_BYTES;
    long record = locator - END64_BYTES;
    if (locator < 0) {
      return Optional.empty();
    }
    ByteBuffer bytes =
        Channels.read(channel, locator, LOCATOR64_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.getInt() != ZipFormat.LOCATOR64_SIGNATURE) {
      return Optional.empty();
    }
    int disk = bytes.getInt();
    var _ = bytes.getLong();
    long disks = unsigned(bytes.getInt());
    if (disk != 0 || disks > 1) {
      throw new NpzFormatException(
          source, locator, "expected an archive in one file, found one of several parts");
    }
    if (record < 0) {
      return Optional.empty();
    }
    bytes = Channels.read(channel, record, END64_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.getInt(0) == ZipFormat.END64_SIGNATURE
        ? Optional.of(
            new Candidate(
                record,
                bytes.getLong(DIRECTORY_SIZE64),
                bytes.getLong(DIRECTORY_SIZE64 + Long.BYTES)))
        : Optional.empty();
  }
}
