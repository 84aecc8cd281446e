package io.ndmap.zip;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.posix.Channels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;

/// Writes a zip archive: the members one after the other, and then the central directory. The bytes
/// of the archive depend only on the members: all members have the date 1980-01-01, as in NumPy's
/// archives. A member has a zip64 field only if 32 bits may not suffice for its sizes or its
/// offset. The file is not an archive until [#finish] has returned.
///
/// Not thread-safe.
public final class ZipWriter {

  /// The data of members begin at multiples of this number of bytes, so that the elements are
  /// aligned too.
  public static final int ALIGNMENT = 64;

  /// The maximum bytes of a name in UTF-8.
  public static final int MAX_NAME_BYTES = 0xffff;

  /// The bytes that are read at a time to compute a CRC.
  private static final int CRC_BLOCK = 1 << 18;

  /// The bytes of an extra field before its content: the field's ID and size.
  private static final int EXTRA_HEAD = 4;

  /// The bytes of the zip64 field of a local header, which contains both sizes.
  private static final int LOCAL_ZIP64 = EXTRA_HEAD + 2 * Long.BYTES;

  /// The maximum number of members without a zip64 end record.
  private static final int MAX_ENTRIES = 0xffff;

  // Members are declared as in Python's archives: made on Unix, readable and writable by the owner.
  private static final int MADE_BY_UNIX = 3 << 8;
  private static final int RIGHTS = 0600 << 16;
  private static final short DATE_1980 = 1 << 5 | 1;

  private final FileChannel channel;
  private final long base;

  /// The records of the central directory.
  private final ByteArrayOutputStream records = new ByteArrayOutputStream();

  private byte[] comment = {};

  /// The number of members.
  private long count;

  private long at;

  /// Creates a writer for a new archive.
  ///
  /// @param channel the channel of the file; it is not closed
  public ZipWriter(FileChannel channel) {
    this(channel, 0, 0);
  }

  /// Creates a writer that continues an archive.
  ///
  /// @param at the file offset of the next member
  /// @param base the number to add to the offsets in the archive's directory to get file offsets
  private ZipWriter(FileChannel channel, long at, long base) {
    this.channel = channel;
    this.at = at;
    this.base = base;
  }

  /// Creates a writer that begins with a copy of another archive: its members, the data before
  /// them, and its comment.
  ///
  /// @param source the other archive
  /// @param directory the directory of the other archive
  /// @param channel the channel of the new archive; it is not closed
  public static ZipWriter copying(FileChannel source, ZipDirectory directory, FileChannel channel)
      throws IOException {
    Channels.copy(source, 0, directory.start(), channel);
    ZipWriter writer = new ZipWriter(channel, directory.start(), directory.base());
    writer.records.writeBytes(
        Channels.read(
                source, directory.start(), Math.toIntExact(directory.end() - directory.start()))
            .array());
    writer.count = directory.members().size();
    writer.comment = directory.comment().getBytes(ISO_8859_1);
    return writer;
  }

  /// The location of a member's bytes.
  ///
  /// @param offset the offset in the file
  /// @param size the number of bytes
  public record Extent(long offset, long size) {}

  /// Writes the bytes of a member.
  public interface Content {
    /// Writes the bytes.
    void writeTo(ByteTarget target) throws IOException;
  }

  /// The compression of a member.
  ///
  /// @param method [ZipMember#STORED] or [ZipMember#DEFLATED]
  /// @param level the compression level of deflate, 0 to 9
  /// @param threads the number of threads that deflate
  public record Packing(int method, int level, int threads) {

    /// No compression.
    public static final Packing STORED = new Packing(ZipMember.STORED, 0, 1);
  }

  /// Writes a member.
  ///
  /// @param most the maximum number of uncompressed bytes, which the content must not exceed; if
  ///   this number exceeds about 4 GiB, the member gets a zip64 field
  public void write(String name, Packing packing, long most, Content content) throws IOException {
    Head head = new Head(name, packing.method(), most);
    CRC32 crc = new CRC32();
    long[] size = {0};
    long[] end = {head.dataOffset};
    ByteTarget raw =
        bytes -> {
          int bytesLeft = bytes.remaining();
          Channels.write(channel, bytes, end[0]);
          end[0] += bytesLeft;
        };
    if (packing.method() == ZipMember.STORED) {
      content.writeTo(
          bytes -> {
            crc.update(bytes.duplicate());
            size[0] += bytes.remaining();
            raw.write(bytes);
          });
    } else {
      try (BlockDeflater deflater = new BlockDeflater(packing.level(), packing.threads(), raw)) {
        content.writeTo(
            bytes -> {
              crc.update(bytes.duplicate());
              size[0] += bytes.remaining();
              deflater.write(bytes);
            });
        deflater.finish();
      }
    }
    head.write((int) crc.getValue(), end[0] - head.dataOffset, size[0]);
  }

  /// Reserves space for a stored member that consists of the given bytes followed by zeros. The
  /// zeros are not written: the caller must extend the file.
  ///
  /// @param zeros the number of zeros
  public Extent reserve(String name, byte[] first, long zeros) throws IOException {
    Head head = new Head(name, ZipMember.STORED, first.length + zeros);
    Channels.write(channel, ByteBuffer.wrap(first), head.dataOffset);
    CRC32 crc = new CRC32();
    crc.update(first);
    long size = first.length + zeros;
    head.write(ZeroCrc.append((int) crc.getValue(), zeros), size, size);
    return new Extent(head.dataOffset, size);
  }

  /// A callback that sets the bytes of a stored member.
  public interface Filling {
    /// Writes the bytes into the file.
    void fill(Extent extent) throws IOException;
  }

  /// Writes a stored member that begins with the given bytes; a callback writes the remaining bytes
  /// in any order.
  ///
  /// @param others the number of remaining bytes
  public void fill(String name, byte[] first, long others, Filling filling) throws IOException {
    Head head = new Head(name, ZipMember.STORED, first.length + others);
    Extent extent = new Extent(head.dataOffset, first.length + others);
    Channels.write(channel, ByteBuffer.wrap(first), extent.offset);
    filling.fill(extent);
    head.write(crcOf(extent), extent.size, extent.size);
  }

  private int crcOf(Extent extent) throws IOException {
    CRC32 crc = new CRC32();
    for (long done = 0; done < extent.size; ) {
      int count = (int) Math.min(CRC_BLOCK, extent.size - done);
      ByteBuffer block = Channels.read(channel, extent.offset + done, count);
      if (!block.hasRemaining()) {
        throw new IOException("the archive became shorter while it was written");
      }
      done += block.remaining();
      crc.update(block);
    }
    return (int) crc.getValue();
  }

  /// Copies a member of another archive, with its name and its compressed or stored bytes.
  ///
  /// @param source the other archive
  /// @param header the member's local header in the other archive
  public void copy(FileChannel source, ZipMember member, LocalHeader header) throws IOException {
    Head head =
        new Head(
            member.name(),
            member.flags() & ZipFormat.OF_COMPRESSION,
            member.method(),
            Math.max(member.size(), member.compressedSize()));
    channel.position(head.dataOffset);
    Channels.copy(source, header.dataOffset(), member.compressedSize(), channel);
    head.write(member.crc(), member.compressedSize(), member.size());
  }

  /// The local header of a member. The header is written after the member's bytes, when their sizes
  /// and CRC are known.
  private final class Head {

    private final byte[] name;
    private final int flags;
    private final int method;

    /// Whether the sizes are in a zip64 field.
    private final boolean wide;

    /// The file offset of the header.
    private final long begin;

    private final int padding;

    /// The file offset of the member's bytes, a multiple of `ALIGNMENT`.
    private final long dataOffset;

    Head(String name, int method, long most) {
      this(name, 0, method, most);
    }

    Head(String name, int flags, int method, long most) {
      this.name = name.getBytes(UTF_8);
      this.flags = US_ASCII.newEncoder().canEncode(name) ? flags : flags | ZipFormat.UTF8;
      this.method = method;
      this.begin = at;
      // The sum exceeds the compressed size: deflate expands incompressible data by less than
      // 1/1024 and a block.
      this.wide = most >= ZipFormat.SEE_ZIP64 - (most >> 10) - BlockDeflater.BLOCK;
      long least = begin + ZipFormat.LOCAL_BYTES + this.name.length + (wide ? LOCAL_ZIP64 : 0);
      this.padding = padding(least);
      this.dataOffset = least + padding;
    }

    /// The bytes of the alignment field (its head, the alignment, and zeros), or 0 if no field is
    /// needed.
    ///
    /// @param least the file offset of the member's bytes without this field
    private static int padding(long least) {
      int gap = Math.floorMod(-least, ALIGNMENT);
      return gap == 0 || gap >= EXTRA_HEAD + Short.BYTES ? gap : gap + ALIGNMENT;
    }

    /// Writes the header, and adds the member's record to the central directory.
    void write(int crc, long compressedSize, long size) throws IOException {
      ByteBuffer header = ZipFormat.allocate((int) (dataOffset - begin));
      header.putInt(ZipFormat.LOCAL_SIGNATURE);
      common(header, wide, crc, compressedSize, size);
      header.putShort((short) ((wide ? LOCAL_ZIP64 : 0) + padding)).put(name);
      if (wide) {
        header.putShort((short) ZipFormat.ZIP64_EXTRA).putShort((short) (2 * Long.BYTES));
        header.putLong(size).putLong(compressedSize);
      }
      if (padding > 0) {
        header
            .putShort((short) ZipFormat.ALIGNMENT_EXTRA)
            .putShort((short) (padding - EXTRA_HEAD))
            .putShort((short) ALIGNMENT);
      }
      Channels.write(channel, header.clear(), begin);
      record(crc, compressedSize, size);
      at = dataOffset + compressedSize;
      count++;
    }

    /// Writes the fields that the local header and the record of the central directory have in
    /// common.
    private void common(ByteBuffer header, boolean zip64, int crc, long compressedSize, long size) {
      header
          .putShort((short) version(zip64))
          .putShort((short) flags)
          .putShort((short) method)
          .putShort((short) 0)
          .putShort(DATE_1980)
          .putInt(crc)
          .putInt(wide ? -1 : (int) compressedSize)
          .putInt(wide ? -1 : (int) size)
          .putShort((short) name.length);
    }

    private int version(boolean zip64) {
      return switch (method) {
        case ZipMember.BZIP2 -> ZipFormat.VERSION_BZIP2;
        case ZipMember.LZMA -> ZipFormat.VERSION_LZMA;
        default -> zip64 ? ZipFormat.VERSION_ZIP64 : ZipFormat.VERSION_DEFLATE;
      };
    }

    private void record(int crc, long compressedSize, long size) {
      long offset = begin - base;
      boolean wideOffset = offset >= ZipFormat.SEE_ZIP64;
      int fields = (wide ? 2 : 0) + (wideOffset ? 1 : 0);
      int extra = fields == 0 ? 0 : EXTRA_HEAD + fields * Long.BYTES;
      byte[] bytes = new byte[ZipFormat.CENTRAL_BYTES + name.length + extra];
      ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      header
          .putInt(ZipFormat.CENTRAL_SIGNATURE)
          .putShort((short) (MADE_BY_UNIX | version(fields > 0)));
      common(header, fields > 0, crc, compressedSize, size);
      header
          .putShort((short) extra)
          .putShort((short) 0)
          .putShort((short) 0)
          .putShort((short) 0)
          .putInt(RIGHTS)
          .putInt(wideOffset ? -1 : (int) offset)
          .put(name);
      if (fields > 0) {
        header.putShort((short) ZipFormat.ZIP64_EXTRA).putShort((short) (fields * Long.BYTES));
        if (wide) {
          header.putLong(size).putLong(compressedSize);
        }
        if (wideOffset) {
          header.putLong(offset);
        }
      }
      records.writeBytes(bytes);
    }
  }

  /// Writes the central directory and the end of the archive.
  public void finish() throws IOException {
    byte[] directory = records.toByteArray();
    long offset = at - base;
    long end = at + directory.length;
    boolean wide = count > MAX_ENTRIES || offset >= ZipFormat.SEE_ZIP64;
    ByteBuffer last =
        ZipFormat.allocate(
            ZipFormat.END_BYTES
                + comment.length
                + (wide ? ZipFormat.END64_BYTES + ZipFormat.LOCATOR64_BYTES : 0));
    if (wide) {
      last.putInt(ZipFormat.END64_SIGNATURE)
          .putLong(ZipFormat.END64_BYTES - Integer.BYTES - Long.BYTES)
          .putShort((short) (MADE_BY_UNIX | ZipFormat.VERSION_ZIP64))
          .putShort((short) ZipFormat.VERSION_ZIP64)
          .putInt(0)
          .putInt(0)
          .putLong(count)
          .putLong(count)
          .putLong(directory.length)
          .putLong(offset);
      last.putInt(ZipFormat.LOCATOR64_SIGNATURE).putInt(0).putLong(end - base).putInt(1);
    }
    int entries = (int) Math.min(count, MAX_ENTRIES);
    last.putInt(ZipFormat.END_SIGNATURE)
        .putInt(0)
        .putShort((short) entries)
        .putShort((short) entries)
        .putInt((int) Math.min(directory.length, ZipFormat.SEE_ZIP64))
        .putInt((int) Math.min(offset, ZipFormat.SEE_ZIP64))
        .putShort((short) comment.length)
        .put(comment);
    Channels.write(channel, ByteBuffer.wrap(directory), at);
    Channels.write(channel, last.flip(), end);
  }
}
