package io.ndmap.padding;

import io.ndmap.npy.NpyFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32;

/// A pending extension of a header's padding, for which a block is inserted at the start of the
/// file. It is stored in the side file `x.npy.room`, which is written before the array's bytes move
/// (docs/growing.md, "Extending the header").
///
/// The first 8 bytes of the array's file show the state: the magic of a `.npy` file before and
/// after the extension; during it, [#mark] before the insertion of the block, and zeros after the
/// insertion. (File systems move blocks from the last to the first, so the first block has moved
/// only if all blocks have moved.) As long as the magic is missing, other programs do not recognize
/// the file as an array.
///
/// @param sizeBefore the size of the file in bytes before the extension
/// @param oldHeader the old header
/// @param newHeader the new header, which is longer than the old one by the inserted bytes
public record PendingPadding(long sizeBefore, ByteBuffer oldHeader, ByteBuffer newHeader) {

  /// The number of bytes at the start of the file that show the state: a word, which is written
  /// atomically.
  public static final int MARK_BYTES = 8;

  private static final byte[] MARK = {0, 'N', 'D', 'M', 'A', 'P', 'R', 'M'};
  private static final byte[] ZEROS = new byte[MARK_BYTES];

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'D', 'M', 'A', 'P', 'R', 'M'};
  private static final int VERSION = 1;
  // Offsets in the side file, in bytes: of the CRC, of the bytes that the CRC covers, and of the
  // two headers.
  private static final int CRC_AT = 12;
  private static final int CHECKED_AT = 16;
  private static final int HEADERS_AT = 32;

  // The maximum size of a side file in bytes. Headers have at most 10,000 characters by default, so
  // two headers need much less.
  private static final int MAX_BYTES = 1 << 20;

  /// Returns the name of an array's side file.
  public static Path beside(Path array) {
    return array.resolveSibling(array.getFileName() + ".room");
  }

  /// Returns the mark: the first bytes of the array's file from the start of the extension until
  /// the block is inserted.
  public static ByteBuffer mark() {
    return ByteBuffer.wrap(MARK).asReadOnlyBuffer();
  }

  /// Returns whether the padding of a file may be in the course of an extension: the file begins
  /// with the mark or with zeros.
  ///
  /// @param first the first bytes of the file, from the buffer's position
  public static boolean isMarked(ByteBuffer first) {
    return begins(first, MARK) || begins(first, ZEROS);
  }

  private static boolean begins(ByteBuffer bytes, byte[] with) {
    return bytes.remaining() >= with.length
        && bytes.slice(bytes.position(), with.length).equals(ByteBuffer.wrap(with));
  }

  /// Reads the side file of an array.
  ///
  /// @return the extension, or empty if there is no side file
  /// @throws NpyFormatException if the side file is damaged
  public static Optional<PendingPadding> of(Path array) throws IOException {
    Path path = beside(array);
    ByteBuffer bytes;
    try {
      long size = Files.size(path);
      if (size > MAX_BYTES) {
        throw damaged(path, "it has " + size + " bytes, more than " + MAX_BYTES);
      }
      bytes = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (bytes.capacity() < HEADERS_AT || !begins(bytes, MAGIC)) {
      throw damaged(path, "this side file does not begin as a side file");
    }
    if (bytes.getInt(MAGIC.length) != VERSION) {
      throw damaged(path, "expected version " + VERSION + ", found " + bytes.getInt(MAGIC.length));
    }
    long lengths = bytes.getLong(HEADERS_AT - Long.BYTES);
    int oldLength = (int) lengths;
    int newLength = (int) (lengths >>> Integer.SIZE);
    if (bytes.getInt(CRC_AT) != crc(bytes)
        || oldLength < MARK.length
        || newLength <= oldLength
        || (long) HEADERS_AT + oldLength + newLength != bytes.capacity()) {
      throw damaged(path, "its check sum or its length is wrong");
    }
    return Optional.of(
        new PendingPadding(
            bytes.getLong(CHECKED_AT),
            bytes.slice(HEADERS_AT, oldLength),
            bytes.slice(HEADERS_AT + oldLength, newLength)));
  }

  private static NpyFormatException damaged(Path path, String message) {
    return new NpyFormatException(
        path.toString(), 0, "expected the headers of an array that is being extended: " + message);
  }

  private static int crc(ByteBuffer bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes.slice(CHECKED_AT, bytes.capacity() - CHECKED_AT));
    return (int) crc.getValue();
  }

  /// Returns the number of bytes that the extension inserts at the start of the file.
  public long inserted() {
    return newHeader.remaining() - (long) oldHeader.remaining();
  }

  /// Returns the content of the side file.
  public ByteBuffer encoded() {
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADERS_AT + oldHeader.remaining() + newHeader.remaining())
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).putInt(VERSION).putInt(0).putLong(sizeBefore);
    bytes.putInt(oldHeader.remaining()).putInt(newHeader.remaining());
    bytes.put(oldHeader.duplicate()).put(newHeader.duplicate());
    return bytes.putInt(CRC_AT, crc(bytes)).flip();
  }

  /// Returns the current header of a marked array.
  ///
  /// @param array the path of the array
  /// @param first the first bytes of the file
  /// @param size the size of the file in bytes
  /// @return the old header before the insertion, the new header after it
  /// @throws NpyFormatException if the size of the file is not that of the array in the side file:
  ///   the side file belongs to another array, or the system crashed while the file system was
  ///   moving blocks, so that some of them may have moved
  public ByteBuffer header(Path array, ByteBuffer first, long size) {
    boolean before = begins(first, MARK);
    long expected = before ? sizeBefore : sizeBefore + inserted();
    if (size != expected) {
      throw new NpyFormatException(
          array.toString(),
          0,
          ("%s says that %s bytes are being inserted here; the file should have %s bytes %s the"
                  + " insertion, but has %s."
                  + " The system may have crashed while the file system moved blocks: restore the"
                  + " file from a copy")
              .formatted(
                  beside(array).getFileName(),
                  inserted(),
                  expected,
                  before ? "before" : "after",
                  size));
    }
    return (before ? oldHeader : newHeader).duplicate();
  }
}
