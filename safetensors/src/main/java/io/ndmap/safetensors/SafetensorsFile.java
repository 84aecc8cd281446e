package io.ndmap.safetensors;

import io.ndmap.dtype.DTypeException;
import io.ndmap.file.ReopenedChannel;
import io.ndmap.layout.Order;
import io.ndmap.mmap.FileRange;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.mmap.SharedMapping;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyVersion;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Disk;
import io.ndmap.posix.Interrupts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;

/// A `.safetensors` file: tensors by name, mapped in place.
///
/// ```java
/// try (SafetensorsFile model = SafetensorsFile.open(Path.of("model.safetensors"))) {
///   double first = model.view("embedding.weight").getDouble(0, 0);   // also of BF16 and F8
/// }
/// ```
///
/// Opening reads only the header and checks it completely: a file with an inconsistent header is
/// refused as a whole, as by the reference implementation. Tensors need not be aligned.
///
/// **Updating in place.** With [OpenMode#READ_WRITE], stores to a view reach the file. The format
/// has no checksums.
///
/// **Threads.** Files and views may be used by many threads at once; concurrent access to one
/// element requires synchronization by the caller. [#close] closes each array as [NpyFile#close()]
/// does: with leases open ([NpyFile#acquire]), its views can be used until the last one ends. An
/// interrupt of a thread that reads [#bytes] or maps a tensor closes the channel of the file: reads
/// of other threads may then fail with [java.nio.channels.AsynchronousCloseException]. The next
/// call opens the file again, and throws [IOException] if another file has its name by then; a
/// channel of the caller is not opened again. For files that shrink, see [NpyFile].
public final class SafetensorsFile implements AutoCloseable {

  private static final int NAMES_IN_MESSAGE = 10;

  /// The number of bytes at the beginning of a file by which [#isSafetensors(ByteBuffer)] detects
  /// the format.
  public static final int MAGIC_BYTES = SafetensorsHeader.LENGTH_BYTES + 1;

  private final Path path;
  private final OpenMode mode;
  private final SafetensorsHeader header;
  private final Map<String, SafetensorsTensor> byName = new LinkedHashMap<>();
  private final SharedMapping mapping;
  private final ReopenedChannel file;
  private final Map<String, NpyFile> mapped = new LinkedHashMap<>();
  private boolean closed;

  private SafetensorsFile(
      Path path,
      OpenMode mode,
      OpenOptions options,
      ReopenedChannel file,
      SafetensorsHeader header) {
    this.path = path;
    this.mode = mode;
    this.file = file;
    this.header = header;
    this.mapping = new SharedMapping(path, mode, options);
    header.tensors().forEach(tensor -> byName.put(tensor.name(), tensor));
  }

  /// Whether a file has this format, judged by its first bytes: a valid length of a header, and the
  /// beginning of a JSON object. The name of the file does not matter.
  ///
  /// @param path the file
  /// @return true if the bytes match; false also if there is no such regular file
  /// @throws IOException if the file cannot be read
  public static boolean isSafetensors(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      return isSafetensors(ByteBuffer.wrap(in.readNBytes(MAGIC_BYTES)));
    }
  }

  /// Whether the first bytes of a file are those of this format.
  ///
  /// @param begin a buffer that contains, from its position on, the first [#MAGIC_BYTES] bytes of
  ///   the file, or all bytes if the file has fewer
  /// @return true if they are a length that a header may have, and the beginning of a JSON object
  public static boolean isSafetensors(ByteBuffer begin) {
    if (begin.remaining() < MAGIC_BYTES) {
      return false;
    }
    ByteBuffer bytes = begin.slice().order(ByteOrder.LITTLE_ENDIAN);
    long length = bytes.getLong();
    return length >= 2 && length <= SafetensorsHeader.MAX_BYTES && bytes.get() == '{';
  }

  /// Opens a file for reading.
  ///
  /// @param path the file, on the default file system
  /// @return the opened file
  /// @throws IOException as [#open(Path, OpenMode, OpenOptions)]
  /// @throws SafetensorsFormatException as [#open(Path, OpenMode, OpenOptions)]
  public static SafetensorsFile open(Path path) throws IOException {
    return open(path, OpenMode.READ_ONLY, OpenOptions.DEFAULT);
  }

  /// Opens a file.
  ///
  /// @param path the file, on the default file system
  /// @param mode how tensors may be accessed
  /// @return the opened file
  /// @throws IOException as [#open(Path, OpenMode, OpenOptions)]
  /// @throws SafetensorsFormatException as [#open(Path, OpenMode, OpenOptions)]
  public static SafetensorsFile open(Path path, OpenMode mode) throws IOException {
    return open(path, mode, OpenOptions.DEFAULT);
  }

  /// Opens a file.
  ///
  /// @param path the file, on the default file system
  /// @param mode how tensors may be accessed
  /// @param options the arena of the mapping, and the advice and the promise for each tensor; the
  ///   limit of headers is that of the format, 100,000,000 bytes
  /// @return the opened file
  /// @throws IOException if there is no such file, it is not a regular file, or it may not be read
  ///   (and written, for the modes that write)
  /// @throws SafetensorsFormatException if the header is invalid, or the tensors are not contiguous
  ///   from the header to the end of the file
  /// @throws ResourceLimitException if the header is longer than the format allows
  /// @throws TruncatedDataException if the file ends before the header or the last tensor does
  public static SafetensorsFile open(Path path, OpenMode mode, OpenOptions options)
      throws IOException {
    ReopenedChannel file = ReopenedChannel.open(path, mode != OpenMode.READ_ONLY);
    try {
      SafetensorsHeader header = SafetensorsHeader.read(file.channel(), path.toString());
      return new SafetensorsFile(path, mode, options, file, header);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  /// Opens a file for reading through an open channel, for instance a channel that the caller
  /// opened without following links. An interrupt of a thread that reads or maps a tensor closes
  /// the channel: later reads throw [IOException].
  ///
  /// @param name the name of the file in messages, and its [#path]
  /// @param channel an open channel for reading, which is closed with this file; if this method
  ///   throws, it stays open
  /// @param options as for [#open(Path, OpenMode, OpenOptions)]
  /// @return the opened file
  /// @throws IOException if the file cannot be read
  /// @throws SafetensorsFormatException as [#open(Path, OpenMode, OpenOptions)]
  /// @throws ResourceLimitException as [#open(Path, OpenMode, OpenOptions)]
  /// @throws TruncatedDataException as [#open(Path, OpenMode, OpenOptions)]
  public static SafetensorsFile open(Path name, FileChannel channel, OpenOptions options)
      throws IOException {
    SafetensorsHeader header = SafetensorsHeader.read(channel, name.toString());
    return new SafetensorsFile(
        name, OpenMode.READ_ONLY, options, ReopenedChannel.of(name, channel), header);
  }

  /// The path with which the file was opened.
  ///
  /// @return the path
  public Path path() {
    return path;
  }

  /// The mode in which the file was opened.
  ///
  /// @return the mode
  public OpenMode mode() {
    return mode;
  }

  /// The names of the tensors.
  ///
  /// @return the names, in the order of the data
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /// All tensors, including those whose type ndmap does not support.
  ///
  /// @return the tensors, in the order of the data
  public List<SafetensorsTensor> tensors() {
    return header.tensors();
  }

  /// The texts under `__metadata__`.
  ///
  /// @return the texts by name, in the order of the header; empty if the file has no metadata
  public Map<String, String> metadata() {
    return header.metadata();
  }

  /// A tensor as the header describes it.
  ///
  /// @param name the name
  /// @return the tensor
  /// @throws NoSuchElementException if there is no such tensor; the message lists at most ten names
  public SafetensorsTensor tensor(String name) {
    SafetensorsTensor tensor = byName.get(name);
    if (tensor == null) {
      List<String> names = names();
      throw new NoSuchElementException(
          path
              + ": there is no tensor '"
              + name
              + "', there are "
              + (names.size() <= NAMES_IN_MESSAGE
                  ? names
                  : names.subList(0, NAMES_IN_MESSAGE)
                      + " and "
                      + (names.size() - NAMES_IN_MESSAGE)
                      + " more"));
    }
    return tensor;
  }

  /// The header that the tensor would have as a `.npy` array.
  ///
  /// @param name the name
  /// @return dtype, C order and shape, with the tensor's offset in the file
  /// @throws NoSuchElementException if there is no such tensor
  /// @throws SafetensorsFormatException if ndmap does not support its type
  public NpyHeader header(String name) {
    SafetensorsTensor tensor = tensor(name);
    return header(tensor, tensor.offset());
  }

  private NpyHeader header(SafetensorsTensor tensor, long dataOffset) {
    return new NpyHeader(
        NpyVersion.V1_0,
        SafetensorsHeader.dtype(tensor, source(tensor)),
        Order.C,
        tensor.shape(),
        dataOffset);
  }

  /// Maps a tensor in place, for use with [NpyFile#acquire], [NpyFile#prefetch], [NpyFile#advise]
  /// and similar methods. The data offset in its [NpyFile#header] is 0, because tensors have no
  /// headers of their own in this format.
  ///
  /// @param name the name
  /// @return the mapped tensor; each call with this name returns the same object, also after the
  ///   caller has closed it; [#close] closes it
  /// @throws NoSuchElementException if there is no such tensor
  /// @throws SafetensorsFormatException if ndmap does not support its type
  /// @throws TruncatedDataException if the file has become too short for the tensor
  /// @throws IOException if the file cannot be mapped
  /// @throws FileClosedException if the file is closed
  public synchronized NpyFile array(String name) throws IOException {
    SafetensorsTensor tensor = tensor(name);
    requireOpen();
    NpyFile array = mapped.get(name);
    if (array == null) {
      FileRange range = new FileRange(source(tensor), tensor.offset(), tensor.size());
      array = mapping.open(file.channel(), range, header(tensor, 0));
      mapped.put(name, array);
    }
    return array;
  }

  /// Maps a tensor in place.
  ///
  /// @param name the name
  /// @return the view, whose class depends on the dtype; read-only if the file was opened read-only
  /// @throws NoSuchElementException if there is no such tensor
  /// @throws SafetensorsFormatException if ndmap does not support its type
  /// @throws TruncatedDataException if the file has become too short for the tensor
  /// @throws IOException if the file cannot be mapped
  /// @throws FileClosedException if the file is closed
  public NdView<?> view(String name) throws IOException {
    return array(name).view();
  }

  /// Maps a tensor as a view of the given class, see [#view(String)].
  ///
  /// @param name the name
  /// @param viewClass the class of the view, such as `FloatView.class`
  /// @param <V> the class of the view
  /// @return the view
  /// @throws NoSuchElementException if there is no such tensor
  /// @throws DTypeException if the dtype has another view class
  /// @throws SafetensorsFormatException as [#view(String)]
  /// @throws TruncatedDataException as [#view(String)]
  /// @throws IOException as [#view(String)]
  /// @throws FileClosedException if the file is closed
  public <V extends NdView<V>> V view(String name, Class<V> viewClass) throws IOException {
    return view(name).as(viewClass);
  }

  /// Returns a stream of the bytes of a tensor, whether ndmap supports its type or not. The stream
  /// reads from the open file, not from a mapping. Reading throws [TruncatedDataException] if the
  /// file has become too short.
  ///
  /// @param name the name
  /// @return the stream, for one thread; close it before the file
  /// @throws NoSuchElementException if there is no such tensor
  /// @throws FileClosedException if the file is closed
  public synchronized InputStream bytes(String name) {
    SafetensorsTensor tensor = tensor(name);
    requireOpen();
    return Channels.newInputStream(new TensorChannel(file, source(tensor), tensor));
  }

  private void requireOpen() {
    if (closed) {
      throw new FileClosedException(path.toString(), "the file is closed", null);
    }
  }

  private String source(SafetensorsTensor tensor) {
    return path + "::" + tensor.name();
  }

  /// Forces stores to mapped tensors to the disk. Does nothing in modes whose stores do not reach
  /// the file.
  ///
  /// @throws IOException if the disk reports an error, or the file's size cannot be read; other
  ///   tensors are forced nevertheless
  /// @throws MappingFaultException if the file was truncated, so that stores were lost; other
  ///   tensors are forced nevertheless
  /// @throws FileClosedException if the file is closed
  public synchronized void force() throws IOException {
    requireOpen();
    Throwable first = null;
    for (Map.Entry<String, NpyFile> each : mapped.entrySet()) {
      try {
        force(tensor(each.getKey()), each.getValue());
      } catch (IOException | RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    switch (first) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new AssertionError(first);
    }
  }

  private void force(SafetensorsTensor tensor, NpyFile array) throws IOException {
    try {
      array.force();
    } catch (FileClosedException e) {
      // The caller has closed the array. Its stores are in the page cache.
      if (mode == OpenMode.READ_WRITE) {
        Interrupts.deferred(() -> Disk.force(file.channel(), path()));
      }
    }
    if (mode == OpenMode.READ_WRITE) {
      requireWhole(tensor);
    }
  }

  // Checks that the file was not truncated: `msync` does not report this.
  private void requireWhole(SafetensorsTensor tensor) throws IOException {
    long end = tensor.offset() + tensor.size();
    Interrupts.deferred(
        () -> {
          long found = file.channel().size();
          if (found < end) {
            throw new MappingFaultException(
                source(tensor),
                new IOException("the file has " + found + " bytes, the tensor ends at " + end));
          }
        });
  }

  /// Whether the file is open.
  ///
  /// @return true until [#close] is called
  public synchronized boolean isOpen() {
    return !closed;
  }

  /// Closes the file and each mapped tensor, as [NpyFile#close()]: without leases, ends the use of
  /// its views, and waits for the current part of running bulk operations. Closing again has no
  /// effect.
  ///
  /// @throws IOException if the channel cannot be closed
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    mapped.values().forEach(NpyFile::close);
    mapped.clear();
    mapping.close();
    file.close();
  }

  /// Returns a description of the file: path, mode and number of tensors, and whether it is closed.
  @Override
  public String toString() {
    return path
        + " ("
        + mode
        + ", "
        + Objects.toString(byName.size())
        + " tensors"
        + (isOpen() ? ")" : ", closed)");
  }
}
