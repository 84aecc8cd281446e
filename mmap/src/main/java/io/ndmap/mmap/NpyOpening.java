package io.ndmap.mmap;

import io.ndmap.mmap.event.FileRecording;
import io.ndmap.mmap.event.OpenEvent;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Opens arrays in ranges of a file.
///
/// @param path the file's path, for messages
/// @param mode the access to the arrays
/// @param options limits, arena and advice
/// @param mapper maps the data
record NpyOpening(Path path, OpenMode mode, OpenOptions options, Mapper mapper) {

  /// Maps a range of a file.
  interface Mapper {

    Mapping map(long offset, long size) throws IOException;
  }

  /// Returns an opening that creates a separate mapping for each array.
  static NpyOpening of(Path path, FileChannel channel, OpenMode mode, OpenOptions options) {
    return new NpyOpening(
        path,
        mode,
        options,
        (offset, size) -> Mapping.of(path, channel, mode, offset, size, options.arena()));
  }

  /// Opens an array in `.npy` format: the range begins with the header.
  NpyFile open(FileChannel channel, FileRange range) throws IOException {
    OpenEvent event = FileRecording.open();
    requireInFile(channel, range);
    NpyFile file = map(range, HeaderReader.read(channel, range, options.limits()), null);
    record(event, file);
    return file;
  }

  /// Opens an array whose header is not in NumPy's format, such as a tensor of `.safetensors`.
  ///
  /// @param header dtype, order and shape, and the offset of the data in the range
  NpyFile open(FileChannel channel, FileRange range, NpyHeader header) throws IOException {
    OpenEvent event = FileRecording.open();
    requireInFile(channel, range);
    NpyHeaderCodec.requireData(header, range.size() - header.dataOffset(), range.name());
    NpyFile file = map(range, header, null);
    record(event, file);
    return file;
  }

  private static void requireInFile(FileChannel channel, FileRange range) throws IOException {
    long available = channel.size() - range.offset();
    if (available < range.size()) {
      throw new TruncatedDataException(
          range.name(),
          0,
          "the file's part at " + range.offset(),
          range.size(),
          Math.max(0, available));
    }
  }

  /// Maps an array. The caller has checked that the file contains all of its data.
  ///
  /// @param fileKey the file's key, by which [NpyFile#force] detects that the file was replaced; or
  ///   null if it should not check the file's size
  NpyFile map(FileRange range, NpyHeader header, @Nullable Object fileKey) throws IOException {
    Mapping mapping = mapper.map(range.offset() + header.dataOffset(), header.dataBytes());
    NpyFile file =
        NpyFile.ofMapping(path, range, mode, header, fileKey, mapping, options.isSizePromised());
    if (options.advice() != Advice.NORMAL) {
      var _ = mapping.advise(options.advice());
    }
    return file;
  }

  /// Ends an event and records it; does nothing if the event is null.
  static void record(@Nullable OpenEvent event, NpyFile file) {
    if (event != null) {
      event.record(
          file.range().name(),
          file.mode().name(),
          file.dtype().toString(),
          file.shape().toString(),
          file.header().order().name(),
          file.header().dataBytes(),
          file.isMapped());
    }
  }
}
