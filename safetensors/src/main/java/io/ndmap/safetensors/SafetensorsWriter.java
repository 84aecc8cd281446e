package io.ndmap.safetensors;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.VoidType;
import io.ndmap.file.AccessRights;
import io.ndmap.file.DiskSpace;
import io.ndmap.file.ReplacedFile;
import io.ndmap.file.TemporaryFile;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.FileRange;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.mmap.SharedMapping;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyVersion;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Disk;
import io.ndmap.stream.ItemWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Writes a `.safetensors` file.
///
/// ```java
/// try (SafetensorsWriter writer = SafetensorsWriter.create(Path.of("model.safetensors"))) {
///   writer.metadata("format", "pt").add("weights", view);
///   writer.publish();
/// }
/// ```
///
/// The header precedes the data and declares all tensors, so [#publish] writes everything. The file
/// appears under its name with all its tensors, forced to the disk. If the writer is closed or the
/// process is killed before that, nothing appears under that name. The bytes are those of the
/// reference implementation: the header is padded to a multiple of eight bytes, and tensors are
/// ordered by dtype, widest first, then by name.
///
/// An object must be used by one thread at a time.
public final class SafetensorsWriter implements AutoCloseable {

  private static final int ALIGNMENT = 8;

  /// The steps of [SafetensorsWriter#publish]. Tests are notified after each step.
  enum Step {
    /// The temporary file contains the header.
    HEADER_WRITTEN,
    /// The temporary file contains one more tensor.
    TENSOR_WRITTEN,
    /// The temporary file is on the disk.
    FORCED,
    /// The file is visible under its name.
    PUBLISHED
  }

  /// Writes the data of a tensor at the position of the channel.
  private interface Data {
    void write(FileChannel channel, ItemWriter writer) throws IOException;
  }

  private record Added(String name, SafetensorsType type, Shape shape, Data data) {
    long bytes() {
      return shape.byteSize(type.bits() / Byte.SIZE);
    }
  }

  private final Path path;
  private final Path target;
  private final boolean replacing;
  private final AccessRights rights;
  private final TemporaryFile temporary;
  private final Consumer<Step> progress;
  private final Map<String, String> metadata = new LinkedHashMap<>();
  private final Set<String> names = new HashSet<>();
  private final List<Added> tensors = new ArrayList<>();
  private boolean published;

  private SafetensorsWriter(Path path, boolean replacing, Consumer<Step> progress)
      throws IOException {
    this.path = path;
    this.replacing = replacing;
    this.progress = progress;
    this.target = replacing ? ReplacedFile.of(path) : path;
    this.temporary = TemporaryFile.createPrivate(target);
    try {
      if (!replacing) {
        // Fail early if the file could not be published.
        Directories.requirePublishing(target);
      }
      this.rights = Files.exists(target) ? AccessRights.of(target) : AccessRights.ofNew(target);
    } catch (Throwable e) {
      temporary.close();
      throw e;
    }
  }

  /// Begins a new file.
  ///
  /// @param path the file, on the default file system, in a directory that exists
  /// @return the writer
  /// @throws FileAlreadyExistsException if a file of this name exists
  /// @throws IOException if no file can be created in the directory
  public static SafetensorsWriter create(Path path) throws IOException {
    return create(path, _ -> {});
  }

  static SafetensorsWriter create(Path path, Consumer<Step> progress) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw exists(path);
    }
    return new SafetensorsWriter(path, false, progress);
  }

  /// Begins a file that replaces an existing one, with the same access rights as far as the process
  /// may set them, or a new file. Programs that have the old file open keep its contents.
  ///
  /// @param path the file; a link is followed
  /// @return the writer
  /// @throws AccessDeniedException if the file to replace is not writable, or has no write
  ///   permission
  /// @throws IOException if no file can be created in the directory
  public static SafetensorsWriter replace(Path path) throws IOException {
    return new SafetensorsWriter(path, true, _ -> {});
  }

  private static FileAlreadyExistsException exists(Path path) {
    return new FileAlreadyExistsException(
        path.toString(), null, "exists; replace it by SafetensorsWriter.replace");
  }

  /// Adds a text to the metadata.
  ///
  /// @param key the key of the text; a text that was added under the same key is replaced
  /// @param text the text
  /// @return this writer
  public SafetensorsWriter metadata(String key, String text) {
    metadata.put(key, text);
    return this;
  }

  /// Adds a tensor. [#publish] reads the elements of the view, so the view must stay usable until
  /// [#publish] has returned.
  ///
  /// @param name the name of the tensor
  /// @param items the elements, of any layout and byte order, in memory or in a file
  /// @return this writer
  /// @throws IllegalArgumentException if a tensor of this name exists, or the name is
  ///   `__metadata__`
  /// @throws DTypeException if the format has no type for the elements
  public SafetensorsWriter add(String name, NdView<?> items) {
    DType little = items.dtype().withByteOrder(ByteOrder.LITTLE_ENDIAN);
    return add(name, little, items.shape(), (_, writer) -> writer.write(items, little, Order.C));
  }

  /// Adds a tensor whose elements the caller sets in place.
  ///
  /// @param name the name of the tensor
  /// @param dtype the dtype of the elements, little-endian
  /// @param shape the lengths of the axes
  /// @param filling sets the elements: [#publish] calls it with a zero-filled view of the tensor,
  ///   and rethrows its exceptions
  /// @return this writer
  /// @throws IllegalArgumentException if a tensor of this name exists, or the name is
  ///   `__metadata__`
  /// @throws DTypeException if the format has no such type, or the dtype is big-endian
  public SafetensorsWriter add(
      String name, DType dtype, Shape shape, Consumer<? super NdView<?>> filling) {
    if (!dtype.equals(dtype.withByteOrder(ByteOrder.LITTLE_ENDIAN))) {
      throw new DTypeException(
          "%s::%s: the format is little-endian, found %s".formatted(path, name, dtype));
    }
    return add(name, dtype, shape, (channel, _) -> fill(name, dtype, shape, filling, channel));
  }

  private SafetensorsWriter add(String name, DType dtype, Shape shape, Data data) {
    if (name.equals(HeaderJson.METADATA)) {
      throw new IllegalArgumentException(
          path + ": the format has texts under " + HeaderJson.METADATA + ", not a tensor");
    }
    SafetensorsType type =
        SafetensorsType.of(dtype)
            .orElseThrow(
                () ->
                    new DTypeException(
                        "%s::%s: the format has no dtype for elements of %s; %s"
                            .formatted(path, name, dtype, advice(dtype))));
    if (!names.add(name)) {
      throw new IllegalArgumentException(path + ": there is a tensor '" + name + "' already");
    }
    tensors.add(new Added(name, type, shape, data));
    return this;
  }

  private void fill(
      String name,
      DType dtype,
      Shape shape,
      Consumer<? super NdView<?>> filling,
      FileChannel channel)
      throws IOException {
    long at = channel.position();
    long bytes = shape.byteSize(dtype.itemsize());
    DiskSpace.reserve(temporary.path(), channel, at, bytes);
    FileRange range = new FileRange(path + "::" + name, at, bytes);
    NpyHeader header = new NpyHeader(NpyVersion.V1_0, dtype, Order.C, shape, 0);
    try (SharedMapping mapping = new SharedMapping(path, OpenMode.READ_WRITE, OpenOptions.DEFAULT);
        NpyFile file = mapping.open(channel, range, header)) {
      filling.accept(file.view());
      file.force();
    }
    var _ = channel.position(at + bytes);
  }

  private static String advice(DType dtype) {
    return dtype instanceof VoidType
        ? "see void as what it is by viewAs, such as DType.BFLOAT16"
        : "convert them by astype";
  }

  /// Adds the metadata and all tensors of another file, except one tensor, for instance one that
  /// the caller replaces. The other file must stay open until [#publish] has returned.
  ///
  /// @param file the other file
  /// @param but the name of the tensor to leave out, which need not exist
  /// @return this writer
  /// @throws SafetensorsFormatException if ndmap does not support the type of a tensor
  /// @throws IllegalArgumentException if a tensor of the same name exists
  /// @throws IOException if the file cannot be mapped
  /// @throws FileClosedException if the file is closed
  public SafetensorsWriter addAll(SafetensorsFile file, String but) throws IOException {
    file.metadata().forEach(this::metadata);
    for (SafetensorsTensor tensor : file.tensors()) {
      if (!tensor.name().equals(but)) {
        var _ = add(tensor.name(), file.view(tensor.name()));
      }
    }
    return this;
  }

  /// Writes all tensors, forces them to the disk, and publishes the file atomically.
  ///
  /// @throws FileAlreadyExistsException if the writer does not replace files, and a file of this
  ///   name was created meanwhile
  /// @throws IOException if the disk is full or fails
  /// @throws ResourceLimitException if the header would be longer than the format allows
  /// @throws IllegalArgumentException if a name or a text has an unpaired surrogate, which UTF-8
  ///   cannot encode, or the total size exceeds 2⁶³-1 bytes
  /// @throws MappingFaultException if the memory of a view cannot be accessed
  /// @throws FileClosedException if the file of a view is closed
  /// @throws IllegalStateException if this method was called before, even if that call failed
  public void publish() throws IOException {
    if (published) {
      throw new IllegalStateException(
          path + ": publish was called already; the writer can only be closed");
    }
    published = true;
    tensors.sort(
        Comparator.comparing(Added::type).reversed().thenComparing(SafetensorsWriter::order));
    write(temporary.channel());
    rights.giveTo(temporary.path());
    Disk.force(temporary.channel(), path);
    progress.accept(Step.FORCED);
    if (replacing) {
      temporary.replace(target);
    } else {
      try {
        temporary.publish(target);
      } catch (FileAlreadyExistsException e) {
        throw exists(path);
      }
    }
    progress.accept(Step.PUBLISHED);
    temporary.delete();
    Directories.tryForceParent(target);
  }

  /// Compares names by their bytes in UTF-8, as the reference implementation does. This is the
  /// order of code points; a comparison of Java strings would order surrogates differently.
  private static int order(Added one, Added other) {
    return Arrays.compareUnsigned(
        one.name.getBytes(StandardCharsets.UTF_8), other.name.getBytes(StandardCharsets.UTF_8));
  }

  private void write(FileChannel channel) throws IOException {
    ByteBuffer header = header();
    try (ItemWriter writer = ItemWriter.to(channel)) {
      while (header.hasRemaining()) {
        var _ = channel.write(header);
      }
      progress.accept(Step.HEADER_WRITTEN);
      for (Added tensor : tensors) {
        tensor.data.write(channel, writer);
        progress.accept(Step.TENSOR_WRITTEN);
      }
    }
  }

  private ByteBuffer header() throws IOException {
    ByteBuffer json = encoded(json());
    int length = json.remaining() + (-json.remaining() & (ALIGNMENT - 1));
    if (length > SafetensorsHeader.MAX_BYTES) {
      throw new ResourceLimitException(
          path.toString(),
          0,
          "a header of "
              + length
              + " bytes, the limit of the format is "
              + SafetensorsHeader.MAX_BYTES);
    }
    ByteBuffer header =
        ByteBuffer.allocate(SafetensorsHeader.LENGTH_BYTES + length).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(length).put(json);
    while (header.hasRemaining()) {
      header.put((byte) ' ');
    }
    return header.flip();
  }

  private ByteBuffer encoded(String json) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(json));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          path + ": a name or a text of the metadata has half of a surrogate pair", e);
    }
  }

  private String json() throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.setStrictness(Strictness.STRICT);
      json.beginObject();
      if (!metadata.isEmpty()) {
        json.name(HeaderJson.METADATA).beginObject();
        for (Map.Entry<String, String> entry : metadata.entrySet()) {
          json.name(entry.getKey()).value(entry.getValue());
        }
        json.endObject();
      }
      long end = 0;
      for (Added tensor : tensors) {
        json.name(tensor.name).beginObject();
        json.name("dtype").value(tensor.type.name()).name("shape").beginArray();
        for (long size : tensor.shape.toArray()) {
          json.value(size);
        }
        json.endArray().name("data_offsets").beginArray().value(end);
        end = sum(end, tensor.bytes());
        json.value(end).endArray().endObject();
      }
      json.endObject();
    }
    return text.toString();
  }

  private long sum(long one, long other) {
    if (other > Long.MAX_VALUE - one) {
      throw new IllegalArgumentException(path + ": the tensors have more than 2^63-1 bytes");
    }
    return one + other;
  }

  /// Deletes the temporary file, unless the file was published.
  @Override
  public void close() throws IOException {
    temporary.close();
  }
}
