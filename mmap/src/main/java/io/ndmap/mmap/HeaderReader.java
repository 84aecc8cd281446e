package io.ndmap.mmap;

import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.padding.PendingPadding;
import io.ndmap.posix.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/// Reads the header of a file, nearly always with two small reads.
///
/// Another process may rewrite the header concurrently to append to the file, and a read may see
/// only part of a write: while the shape changes from `(199,)` to `(200,)`, a read can return
/// `(299,)`. So the header of a file is read until two reads agree. Only a header in a range of a
/// file is read once.
final class HeaderReader {

  // The bytes of the first read. NumPy's headers have 128 bytes unless there are many fields or
  // axes.
  private static final int FIRST_READ = 512;

  // Two reads are a microsecond apart; no appender rewrites the header at that rate for long.
  private static final int MAX_READS = 1000;

  private HeaderReader() {}

  /// Reads the header at the start of a range.
  static NpyHeader read(FileChannel channel, FileRange range, HeaderLimits limits)
      throws IOException {
    String source = range.name();
    ByteBuffer bytes =
        Channels.read(channel, range.offset(), (int) Math.min(FIRST_READ, range.size()));
    long end = NpyHeaderCodec.headerEnd(bytes, range.size(), source, limits);
    if (end > bytes.remaining()) {
      bytes = Channels.read(channel, range.offset(), Math.toIntExact(end));
    }
    NpyHeader header = NpyHeaderCodec.decode(bytes, source, limits);
    NpyHeaderCodec.requireData(header, range.size() - header.dataOffset(), source);
    return header;
  }

  /// Reads the header at the start of a file, even of an array of Python objects, and checks that
  /// the file contains all data that the header declares (for Python objects, it declares no size).
  static NpyHeader read(FileChannel channel, Path path, HeaderLimits limits) throws IOException {
    String source = path.toString();
    long size = channel.size();
    NpyHeader header =
        NpyHeaderCodec.decodeAny(current(channel, size, path, source, limits), source, limits);
    if (header.dtype().hasObject()) {
      // The length of a pickle is not in the header.
      return header;
    }
    if (size - header.dataOffset() < header.dataBytes()) {
      // Rows may have been appended since the size was read. The data of rows are written before
      // the header that counts them.
      size = channel.size();
    }
    NpyHeaderCodec.requireData(header, size - header.dataOffset(), source);
    return header;
  }

  /// Returns the bytes of the header. While the header's padding is being extended, the header is
  /// taken from the side file ([PendingPadding]).
  private static ByteBuffer current(
      FileChannel channel, long size, Path path, String source, HeaderLimits limits)
      throws IOException {
    ByteBuffer bytes = Channels.read(channel, 0, (int) Math.min(FIRST_READ, size));
    if (PendingPadding.isMarked(bytes)) {
      Path array = path.toRealPath();
      Optional<PendingPadding> pending = PendingPadding.of(array);
      if (pending.isPresent()) {
        return pending.get().header(array, bytes, size);
      }
      // The extension of the padding may have been completed since the first read.
      bytes = Channels.read(channel, 0, (int) Math.min(FIRST_READ, size));
    }
    return agreed(channel, bytes, size, source, limits);
  }

  /// Reads the header until two consecutive reads return the same bytes.
  ///
  /// @param first the result of the first read, from offset 0; it may include elements
  private static ByteBuffer agreed(
      FileChannel channel, ByteBuffer first, long size, String source, HeaderLimits limits)
      throws IOException {
    ByteBuffer bytes = first;
    for (int reads = 1; reads < MAX_READS; reads++) {
      int end = Math.toIntExact(NpyHeaderCodec.headerEnd(bytes, size, source, limits));
      ByteBuffer again = Channels.read(channel, 0, end);
      // Compare the header only: the elements after it may change at any time.
      if (again.equals(bytes.slice(0, Math.min(end, bytes.remaining())))) {
        return again;
      }
      bytes = again;
    }
    throw new IOException(
        source
            + ": its header differs in each of "
            + MAX_READS
            + " reads; other processes write it");
  }
}
