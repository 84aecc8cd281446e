package io.ndmap.mmap;

import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.posix.Channels;
import io.ndmap.room.PendingRoom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/// Reads the header of a file, nearly always by two small system calls.
///
/// Another process may append to the file and rewrite the header just then, and the system lets a
/// read see a part of a write: `(299,)` where 199 became 200. So the header is read until two reads
/// agree.
final class HeaderReader {

  // NumPy's headers have 128 bytes unless there are many fields or axes.
  private static final int FIRST_READ = 512;

  // Two reads are a microsecond apart; no appender is as fast for long.
  private static final int MAX_READS = 1000;

  private HeaderReader() {}

  /// Reads the header at the begin of a range.
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

  /// Reads the header at the begin of a file, also one of Python objects, and makes sure that its
  /// data are there.
  static NpyHeader read(FileChannel channel, Path path, HeaderLimits limits) throws IOException {
    String source = path.toString();
    long size = channel.size();
    NpyHeader header =
        NpyHeaderCodec.decodeAny(current(channel, size, path, source, limits), source, limits);
    if (header.dtype().hasObject()) {
      // No header says how long a pickle is.
      return header;
    }
    if (size - header.dataOffset() < header.dataBytes()) {
      // Rows may have been appended since: their data come before the header that counts them.
      size = channel.size();
    }
    NpyHeaderCodec.requireData(header, size - header.dataOffset(), source);
    return header;
  }

  private static ByteBuffer current(
      FileChannel channel, long size, Path path, String source, HeaderLimits limits)
      throws IOException {
    ByteBuffer bytes = Channels.read(channel, 0, (int) Math.min(FIRST_READ, size));
    if (PendingRoom.isMarked(bytes)) {
      Path array = path.toRealPath();
      Optional<PendingRoom> room = PendingRoom.of(array);
      if (room.isPresent()) {
        return room.get().header(array, bytes, size);
      }
      // Room may have been completed since.
      bytes = Channels.read(channel, 0, (int) Math.min(FIRST_READ, size));
    }
    return agreed(channel, bytes, size, source, limits);
  }

  private static ByteBuffer agreed(
      FileChannel channel, ByteBuffer first, long size, String source, HeaderLimits limits)
      throws IOException {
    ByteBuffer bytes = first;
    for (int reads = 1; reads < MAX_READS; reads++) {
      int end = Math.toIntExact(NpyHeaderCodec.headerEnd(bytes, size, source, limits));
      ByteBuffer again = Channels.read(channel, 0, end);
      // Items behind it may change at any time.
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
