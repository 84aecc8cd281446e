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

/// The end of an archive, which says where its directory is. It is found and believed as by
/// Python's `zipfile`: the directory ends where this begins, whatever its offset says; the
/// difference is the size of what stands before the archive.
///
/// @param directoryStart where the central directory begins in the file
/// @param directorySize how many bytes it has
/// @param base what is added to the offsets in the directory
/// @param comment that of the archive, each byte a character
/// @param trailing how many bytes follow the comment
record EndRecord(
    long directoryStart, long directorySize, long base, String comment, long trailing) {

  private static final int MAX_COMMENT = 1 << 16;
  private static final int COMMENT_LENGTH = 20;
  private static final int DIRECTORY_SIZE = 12;
  private static final int DIRECTORY_SIZE64 = 40;

  /// Looks for it.
  ///
  /// @throws NpzFormatException if there is none, or it cannot be true
  static EndRecord find(FileChannel channel, String source) throws IOException {
    requireBegin(channel, source);
    long size = channel.size();
    // Nearly always there is no comment.
    ByteBuffer tail = last(channel, size, END_BYTES);
    if (place(tail) != 0) {
      tail = last(channel, size, MAX_COMMENT + END_BYTES);
    }
    long from = size - tail.limit();
    int at = place(tail);
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
            new Claim(
                from + at,
                unsigned(tail.getInt(at + DIRECTORY_SIZE)),
                unsigned(tail.getInt(at + DIRECTORY_SIZE + Integer.BYTES))))
        .checked(source, text, trailing);
  }

  private static ByteBuffer last(FileChannel channel, long size, int most) throws IOException {
    int count = (int) Math.min(size, most);
    return Channels.read(channel, size - count, count).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// As `numpy.load`, which otherwise takes it for a pickle.
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

  private static int place(ByteBuffer tail) {
    int last = tail.limit() - END_BYTES;
    if (last >= 0
        && tail.getInt(last) == ZipFormat.END_SIGNATURE
        && tail.getShort(last + COMMENT_LENGTH) == 0) {
      return last;
    }
    for (int at = tail.limit() - Integer.BYTES; at >= 0; at--) {
      if (tail.getInt(at) == ZipFormat.END_SIGNATURE) {
        // The last signature counts, even if it is no whole record.
        return at <= last ? at : -1;
      }
    }
    return -1;
  }

  /// What a record claims.
  private record Claim(long begin, long size, long offset) {

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

  /// The record of a zip64 archive, if there are one and its locator.
  private static Optional<Claim> wide(FileChannel channel, String source, long end)
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
            new Claim(
                record,
                bytes.getLong(DIRECTORY_SIZE64),
                bytes.getLong(DIRECTORY_SIZE64 + Long.BYTES)))
        : Optional.empty();
  }
}
