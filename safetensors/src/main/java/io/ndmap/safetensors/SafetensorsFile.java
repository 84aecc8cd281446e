package io.ndmap.safetensors;

import io.ndmap.dtype.DTypeException;
import io.ndmap.file.RegularFile;
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
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;

/// A `.safetensors` file: tensors by name, mapped in place.
///
/// ```java
/// try (SafetensorsFile model = SafetensorsFile.open(Path.of("model.safetensors"))) {
///   double first = model.view("embedding.weight").getDouble(0, 0);   // also of BF16 and F8
/// }
/// ```
///
/// Opening reads the header alone and checks all of it: a file whose header lies is refused as a
/// whole, as the reference refuses it. Tensors may begin at any byte.
///
/// **Updating in place.** With [OpenMode#READ_WRITE] stores into a view reach the file. The format
/// has no checksums.
///
/// **Threads.** Files and views may be used by many threads at once; concurrent access to one item
/// needs the caller's synchronization. The use of views ends with [#close], which waits for running
/// bulk operations, but not for leases, see [NpyFile#acquire]. For files that shrink see [NpyFile].
public final class SafetensorsFile implements AutoCloseable {

  private static final int NAMES_IN_MESSAGE = 10;
  private static final Set<OpenOption> READING = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> WRITING =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

  private final Path path;
  private final OpenMode mode;
  private final SafetensorsHeader header;
  private final Map<String, SafetensorsTensor> byName = new LinkedHashMap<>();
  private final SharedMapping mapping;
  private final FileChannel channel;
  private final Map<String, NpyFile> mapped = new HashMap<>();
  private boolean closed;

  private SafetensorsFile(
      Path path,
      OpenMode mode,
      OpenOptions options,
      FileChannel channel,
      SafetensorsHeader header) {
    this.path = path;
    this.mode = mode;
    this.channel = channel;
    this.header = header;
    this.mapping = new SharedMapping(path, mode, options);
    header.tensors().forEach(tensor -> byName.put(tensor.name(), tensor));
  }

  /// Whether a file is of this format, by its first bytes: a length that a header may have, and the
  /// begin of a JSON object. Its name does not matter.
  ///
  /// @param path the file
  /// @return true if it begins so; false also if there is no such regular file
  /// @throws IOException if the file cannot be read
  public static boolean isSafetensors(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] begin = in.readNBytes(SafetensorsHeader.LENGTH_BYTES + 1);
      if (begin.length <= SafetensorsHeader.LENGTH_BYTES) {
        return false;
      }
      long length = ByteBuffer.wrap(begin).order(ByteOrder.LITTLE_ENDIAN).getLong();
      return length >= 2 && length <= SafetensorsHeader.MAX_BYTES && begin[Long.BYTES] == '{';
    }
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
  /// @param mode what may be done to its tensors
  /// @return the opened file
  /// @throws IOException as [#open(Path, OpenMode, OpenOptions)]
  /// @throws SafetensorsFormatException as [#open(Path, OpenMode, OpenOptions)]
  public static SafetensorsFile open(Path path, OpenMode mode) throws IOException {
    return open(path, mode, OpenOptions.DEFAULT);
  }

  /// Opens a file.
  ///
  /// @param path the file, on the default file system
  /// @param mode what may be done to its tensors
  /// @param options the arena of the mapping, and what the kernel is told about each tensor; the
  ///   limit of headers is the format's own, 100,000,000 bytes
  /// @return the opened file
  /// @throws IOException if there is no such file, it is not a regular file, or it may not be read
  ///   (and written, for the modes that write)
  /// @throws SafetensorsFormatException if its header is not one of the format, or the tensors are
  ///   not contiguous from the header to the end of the file
  /// @throws ResourceLimitException if its header is longer than the format allows
  /// @throws TruncatedDataException if it ends before the header, or its last tensor, ends
  public static SafetensorsFile open(Path path, OpenMode mode, OpenOptions options)
      throws IOException {
    var _ = RegularFile.attributes(path);
    // A read-only one for what is only read, as mapping past the end of a writable one makes the
    // file longer.
    FileChannel channel = FileChannel.open(path, mode == OpenMode.READ_ONLY ? READING : WRITING);
    try {
      SafetensorsHeader header = SafetensorsHeader.read(channel, path.toString());
      return new SafetensorsFile(path, mode, options, channel, header);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /// The path by which the file was opened.
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

  /// All tensors, also those whose items have no dtype here.
  ///
  /// @return the tensors, in the order of the data
  public List<SafetensorsTensor> tensors() {
    return header.tensors();
  }

  /// The texts under `__metadata__`.
  ///
  /// @return the texts by name, in the order of the header; none if it has no metadata
  public Map<String, String> metadata() {
    return header.metadata();
  }

  /// What the header says of a tensor.
  ///
  /// @param name the name
  /// @return the tensor
  /// @throws NoSuchElementException if there is none; the message lists some that there are
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

  /// The header that a tensor would have as a `.npy` array, for what is written for those.
  ///
  /// @param name the name
  /// @return dtype, C order and shape, with the tensor's offset in the file
  /// @throws NoSuchElementException if there is no such tensor
  /// @throws SafetensorsFormatException if its items have no dtype here
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

  /// A tensor, mapped in place: for [NpyFile#acquire], [NpyFile#prefetch], [NpyFile#advise] and the
  /// like. Its [NpyFile#header] has a data offset of 0, as the format has no headers of tensors.
  ///
  /// @param name the name
  /// @return the mapped tensor, the same at each call; it is closed by this file
  /// @throws NoSuchElementException if there is no such tensor
  /// @throws SafetensorsFormatException if its items have no dtype here
  /// @throws TruncatedDataException if the file has become too short for it
  /// @throws IOException if the file cannot be mapped
  /// @throws FileClosedException if the file is closed
  public synchronized NpyFile array(String name) throws IOException {
    SafetensorsTensor tensor = tensor(name);
    if (closed) {
      throw new FileClosedException(path.toString(), "the file is closed", null);
    }
    NpyFile array = mapped.get(name);
    if (array == null) {
      FileRange range = new FileRange(source(tensor), tensor.offset(), tensor.size());
      array = mapping.open(channel, range, header(tensor, 0));
      mapped.put(name, array);
    }
    return array;
  }

  /// A tensor, mapped in place.
  ///
  /// @param name the name
  /// @return the leaf for the dtype; read-only if the mode is
  /// @throws NoSuchElementException if there is no such tensor
  /// @throws SafetensorsFormatException if its items have no dtype here
  /// @throws TruncatedDataException if the file has become too short for it
  /// @throws IOException if the file cannot be mapped
  /// @throws FileClosedException if the file is closed
  public NdView<?> view(String name) throws IOException {
    return array(name).view();
  }

  /// A tensor as a leaf of the given class, as [#view(String)].
  ///
  /// @param name the name
  /// @param leaf such as `FloatView.class`
  /// @param <V> the leaf
  /// @return the view
  /// @throws NoSuchElementException if there is no such tensor
  /// @throws DTypeException if the dtype has another leaf
  /// @throws IOException as [#view(String)]
  /// @throws FileClosedException if the file is closed
  public <V extends NdView<V>> V view(String name, Class<V> leaf) throws IOException {
    return view(name).as(leaf);
  }

  private String source(SafetensorsTensor tensor) {
    return path + "::" + tensor.name();
  }

  /// Forces what was stored into mapped tensors to the disk. Does nothing for modes whose stores do
  /// not reach the file.
  ///
  /// @throws IOException if the disk reports an error
  /// @throws MappingFaultException if the file was truncated, so that stores were lost
  /// @throws FileClosedException if the file is closed
  public synchronized void force() throws IOException {
    if (closed) {
      throw new FileClosedException(path.toString(), "the file is closed", null);
    }
    for (NpyFile array : mapped.values()) {
      array.force();
    }
  }

  /// Whether the file is open.
  ///
  /// @return false once it was closed
  public synchronized boolean isOpen() {
    return !closed;
  }

  /// Closes the file: ends the use of all views, and waits for running bulk operations. Closing
  /// again does nothing.
  ///
  /// @throws IOException if the channel cannot be closed
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    mapped.values().forEach(NpyFile::close);
    mapped.clear();
    mapping.close();
    channel.close();
  }

  /// The file in a line: path, mode and number of tensors.
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
