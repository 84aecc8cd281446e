package io.ndmap.zip;

import io.ndmap.npy.MissingLibraryException;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Reads the bytes of a member, decompressed if the member is compressed, up to the member's
/// declared size and never beyond. The CRC is checked when the last byte is read.
///
/// Closing this channel does not close the file's channel. Not thread-safe.
public final class MemberChannel implements ReadableByteChannel {

  /// The maximum bytes of the buffer of [#drain].
  private static final int SCRATCH = 1 << 18;

  private final FileChannel file;
  private final String source;
  private final ZipMember member;
  private final LocalHeader header;

  /// Whether a wrong CRC is an error.
  private final boolean checked;

  private final CRC32 crc = new CRC32();
  private final Inflater inflater = new Inflater(true);
  private final CompressedBytes compressed;
  private final LibraryDecoder decoder;

  /// The number of uncompressed bytes that were not read yet.
  private long left;

  private boolean open = true;

  private MemberChannel(
      FileChannel file, String archive, ZipMember member, LocalHeader header, boolean checked) {
    this.file = file;
    this.source = member.source(archive);
    this.member = member;
    this.header = header;
    this.checked = checked;
    this.compressed = new CompressedBytes(file, header.dataOffset(), member.compressedSize());
    this.decoder = new LibraryDecoder(member, source, header.dataOffset(), compressed);
    this.left = member.size();
  }

  /// Opens a member for reading.
  ///
  /// @param archive the path of the archive, for messages
  public static MemberChannel open(
      FileChannel file, String archive, ZipMember member, LocalHeader header) {
    return new MemberChannel(file, archive, member, header, true);
  }

  /// Computes the CRC of the member's bytes in the file. The declared CRC is ignored.
  ///
  /// @param archive the path of the archive, for messages
  public static int crcOf(FileChannel file, String archive, ZipMember member, LocalHeader header)
      throws IOException {
    try (MemberChannel channel = new MemberChannel(file, archive, member, header, false)) {
      channel.drain();
      return (int) channel.crc.getValue();
    }
  }

  /// Reads the remaining bytes, and checks the CRC.
  public void drain() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      ByteBuffer scratch = arena.allocate(Math.clamp(left, 1, SCRATCH)).asByteBuffer();
      while (read(scratch.clear()) >= 0) {
        // Read until the end.
      }
    }
  }

  /// {@inheritDoc}
  ///
  /// @throws TruncatedDataException if the member has fewer bytes than declared
  /// @throws NpzFormatException if the bytes cannot be decompressed, or the CRC is wrong
  /// @throws ResourceLimitException if the LZMA dictionary would take more than a quarter of the
  ///   maximum heap or more than 2 GiB
  /// @throws MissingLibraryException if the optional library that decompresses the member is
  ///   missing
  @Override
  public int read(ByteBuffer into) throws IOException {
    if (left == 0) {
      requireCrc();
      return -1;
    }
    if (!into.hasRemaining()) {
      return 0;
    }
    int limit = into.limit();
    int position = into.position();
    into.limit((int) Math.min(limit, position + left));
    int count;
    try {
      count =
          switch (member.method()) {
            case ZipMember.STORED -> copy(into);
            case ZipMember.DEFLATED -> inflate(into);
            default -> decode(into);
          };
    } finally {
      into.limit(limit);
    }
    crc.update(into.duplicate().position(position).limit(position + count));
    left -= count;
    if (left == 0) {
      requireCrc();
    }
    return count;
  }

  private int copy(ByteBuffer into) throws IOException {
    int count = file.read(into, header.dataOffset() + member.size() - left);
    if (count < 0) {
      throw truncated();
    }
    return count;
  }

  private int inflate(ByteBuffer into) throws IOException {
    try {
      while (true) {
        int count = inflater.inflate(into);
        if (count > 0) {
          return count;
        }
        if (inflater.finished() || inflater.needsDictionary()) {
          throw truncated();
        }
        ByteBuffer block = compressed.next();
        if (!block.hasRemaining()) {
          throw truncated();
        }
        inflater.setInput(block);
      }
    } catch (DataFormatException e) {
      throw new NpzFormatException(
          source, header.dataOffset(), "its bytes are not a deflate stream: " + e.getMessage(), e);
    }
  }

  private int decode(ByteBuffer into) throws IOException {
    int count = decoder.read(into);
    if (count < 0) {
      throw truncated();
    }
    if (count == left) {
      decoder.finish();
    }
    return count;
  }

  private TruncatedDataException truncated() {
    return new TruncatedDataException(
        source, header.dataOffset(), "the member", member.size(), member.size() - left);
  }

  private void requireCrc() {
    int found = (int) crc.getValue();
    if (checked && found != member.crc()) {
      throw new NpzFormatException(
          source,
          header.dataOffset(),
          String.format(
              Locale.ROOT,
              "expected the CRC %08x of the central directory, found %08x%s",
              member.crc(),
              found,
              header.isBeingUpdated(member)
                  ? ": a process updates the member, or died before it set the CRC, which"
                      + " NpzRepair can do"
                  : ""));
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  /// Frees the memory of the inflater.
  @Override
  public void close() {
    open = false;
    inflater.end();
  }
}
