package io.ndmap.mmap;

import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A single mapping of a file for all arrays in it, such as the members of an archive: the system
/// limits the number of mappings of a process. The file is mapped when the first array is opened.
/// An array has its own mapping if the file cannot be mapped as a whole, if the array lies beyond
/// the file's size at the time of mapping, or if it is opened after [#close].
///
/// The memory is unmapped when this object and all arrays are closed; in a caller's arena, when
/// that arena is closed. Thread-safe.
public final class SharedMapping implements AutoCloseable {

  private final Path path;
  private final OpenMode mode;
  private final OpenOptions options;

  /// The mapping of the whole file; null before the first array is opened, if the mapping was
  /// refused, and after [#close].
  private @Nullable Mapping whole;

  private boolean refused;
  private boolean closed;

  /// Creates an object that maps nothing yet.
  ///
  /// @param path the file's path, for messages
  /// @param mode the access to the arrays
  /// @param options the limits of the arrays' headers, the arena of the mapping, and the advice and
  ///   promise for each array
  public SharedMapping(Path path, OpenMode mode, OpenOptions options) {
    this.path = path;
    this.mode = mode;
    this.options = options;
  }

  /// Opens an array, as [NpyFile#open(Path, FileChannel, FileRange, OpenMode, OpenOptions)].
  ///
  /// @param channel a channel of the file, which must be the same file in each call; the channel
  ///   may be closed afterwards
  /// @param range the bytes of the array, and its name in messages
  /// @return the opened array
  /// @throws IOException if the file cannot be read or mapped
  /// @throws NpyFormatException if the range has no valid `.npy` header; byte offsets in the
  ///   message are relative to the start of the range
  /// @throws TruncatedDataException if the range reaches beyond the end of the file, or has fewer
  ///   bytes than the array's header declares
  public NpyFile open(FileChannel channel, FileRange range) throws IOException {
    return opening(channel).open(channel, range);
  }

  /// Opens an array whose header is in another format: its data begin at the start of the range.
  ///
  /// @param channel a channel of the file, which must be the same file in each call; the channel
  ///   may be closed afterwards
  /// @param range the bytes of the data, and the array's name in messages
  /// @param header dtype, order and shape, with a data offset of 0
  /// @return the opened array
  /// @throws IOException if the file cannot be read or mapped
  /// @throws TruncatedDataException if the range reaches beyond the end of the file, or has fewer
  ///   bytes than the header declares
  public NpyFile open(FileChannel channel, FileRange range, NpyHeader header) throws IOException {
    return opening(channel).open(channel, range, header);
  }

  private NpyOpening opening(FileChannel channel) {
    return new NpyOpening(path, mode, options, (offset, size) -> part(channel, offset, size));
  }

  private synchronized Mapping part(FileChannel channel, long offset, long size)
      throws IOException {
    if (whole == null && !refused && !closed) {
      try {
        whole = Mapping.onlyMapped(path, channel, mode, 0, channel.size(), options.arena());
      } catch (MappingRefusedException e) {
        // The file may be too large for the address space, or for the overcommit limit, or its file
        // system may not support mapping.
        refused = true;
      }
    }
    Mapping mapping = whole;
    return mapping == null || offset + size > mapping.data().byteSize()
        ? Mapping.of(path, channel, mode, offset, size, options.arena())
        : mapping.part(offset, size);
  }

  /// Closes this object; open arrays keep the memory mapped.
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
