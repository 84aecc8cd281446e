package io.ndmap.mmap;

import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// One mapping of a file for all arrays in it, such as the members of an archive: the system limits
/// how many mappings a process has. It is made with the first array that is opened; where the file
/// cannot be mapped as a whole, each array has a mapping of its own.
///
/// The memory is unmapped when this and all arrays are closed. For many threads.
public final class SharedMapping implements AutoCloseable {

  private final Path path;
  private final OpenMode mode;
  private final OpenOptions options;
  private @Nullable Mapping whole;
  private boolean refused;
  private boolean closed;

  /// Maps nothing yet.
  ///
  /// @param path the file's path, for messages
  /// @param mode what may be done to its arrays
  /// @param options the limits of their headers, the arena of the mapping, and what the kernel is
  ///   told about each array
  public SharedMapping(Path path, OpenMode mode, OpenOptions options) {
    this.path = path;
    this.mode = mode;
    this.options = options;
  }

  /// Opens an array, as [NpyFile#open(Path, FileChannel, FileRange, OpenMode, OpenOptions)].
  ///
  /// @param channel the file, the same at each call; it may be closed afterwards
  /// @param range where the array is, and its name in messages
  /// @return the opened array
  /// @throws IOException if the file cannot be read or mapped
  /// @throws NpyFormatException if its header is not one of `.npy`; bytes count from the range's
  ///   offset
  /// @throws TruncatedDataException if the range reaches beyond the file, or holds fewer bytes than
  ///   its header says
  public NpyFile open(FileChannel channel, FileRange range) throws IOException {
    return NpyFile.open(
        path, channel, range, mode, options, (offset, size) -> part(channel, offset, size));
  }

  /// Opens an array whose header another format has: its data begin with the range.
  ///
  /// @param channel the file, the same at each call; it may be closed afterwards
  /// @param range where the data are, and the array's name in messages
  /// @param header dtype, order and shape, with a data offset of 0
  /// @return the opened array
  /// @throws IOException if the file cannot be read or mapped
  /// @throws TruncatedDataException if the range reaches beyond the file, or holds fewer bytes than
  ///   the header says
  public NpyFile open(FileChannel channel, FileRange range, NpyHeader header) throws IOException {
    return NpyFile.open(
        path, channel, range, header, mode, options, (offset, size) -> part(channel, offset, size));
  }

  private synchronized Mapping part(FileChannel channel, long offset, long size)
      throws IOException {
    if (whole == null && !refused && !closed) {
      try {
        whole = Mapping.onlyMapped(path, channel, mode, 0, channel.size(), options.arena());
      } catch (MappingRefusedException e) {
        // It may be too large for the address space, or for what may be promised.
        refused = true;
      }
    }
    Mapping mapping = whole;
    return mapping == null || offset + size > mapping.data().byteSize()
        ? Mapping.of(path, channel, mode, offset, size, options.arena())
        : mapping.part(offset, size);
  }

  /// Ends it; arrays that are open keep the memory.
  @Override
  public synchronized void close() {
    closed = true;
    Mapping mapping = whole;
    whole = null;
    if (mapping != null) {
      mapping.close();
    }
  }
}
