package io.ndmap.safetensors;

import io.ndmap.dtype.DType;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The header of a file. In the file, the header is the length of the JSON in eight bytes, followed
/// by the JSON, an object.
///
/// @param metadata the texts of the object `__metadata__`, by key
/// @param tensors the tensors, in the order of their data
record SafetensorsHeader(Map<String, String> metadata, List<SafetensorsTensor> tensors) {

  /// The maximum length of the JSON in bytes, as in the reference implementation.
  static final int MAX_BYTES = 100_000_000;

  /// The size, in bytes, of the field before the JSON that contains the length of the JSON.
  static final int LENGTH_BYTES = HeaderJson.LENGTH_BYTES;

  /// Reads and checks the header of a file.
  ///
  /// @param source the name of the file in messages
  /// @throws SafetensorsFormatException if the header is invalid
  /// @throws ResourceLimitException if the JSON is longer than [#MAX_BYTES]
  /// @throws TruncatedDataException if the file ends before the header or the last tensor does
  static SafetensorsHeader read(FileChannel channel, String source) throws IOException {
    long size = channel.size();
    if (size < LENGTH_BYTES) {
      throw new TruncatedDataException(source, 0, "the length of the header", LENGTH_BYTES, size);
    }
    long length = bytes(channel, 0, LENGTH_BYTES, source).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (length < 0 || length > MAX_BYTES) {
      throw new ResourceLimitException(
          source,
          0,
          "a header of "
              + Long.toUnsignedString(length)
              + " bytes, the limit of the format is "
              + MAX_BYTES);
    }
    if (length > size - LENGTH_BYTES) {
      throw new TruncatedDataException(
          source, LENGTH_BYTES, "the header", length, size - LENGTH_BYTES);
    }
    ByteBuffer json = bytes(channel, LENGTH_BYTES, (int) length, source);
    if (length == 0 || json.get(0) != '{') {
      throw new SafetensorsFormatException(
          source, LENGTH_BYTES, "the header must be a JSON object, which begins with {");
    }
    HeaderJson parsed = HeaderJson.parse(json, source);
    return new SafetensorsHeader(
        Collections.unmodifiableMap(new LinkedHashMap<>(parsed.metadata())),
        placed(parsed.tensors(), LENGTH_BYTES + length, size, source));
  }

  private static ByteBuffer bytes(FileChannel channel, long at, int count, String source)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes, at + bytes.position());
      if (read < 0) {
        throw new TruncatedDataException(source, at, "the header", count, bytes.position());
      }
    }
    return bytes.flip();
  }

  /// Returns the tensors, sorted by offset. Their data must fill the file from the end of the
  /// header to the end of the file, without gaps or overlaps.
  ///
  /// @param begin the offset of the end of the header
  /// @throws SafetensorsFormatException if there is a gap or an overlap, or bytes follow the data
  /// @throws TruncatedDataException if the file ends before the data does
  private static List<SafetensorsTensor> placed(
      List<HeaderJson.Entry> entries, long begin, long fileSize, String source) {
    List<HeaderJson.Entry> sorted = new ArrayList<>(entries);
    sorted.sort(
        Comparator.comparingLong(HeaderJson.Entry::begin).thenComparingLong(HeaderJson.Entry::end));
    List<SafetensorsTensor> tensors = new ArrayList<>();
    long end = 0;
    for (HeaderJson.Entry entry : sorted) {
      String name = source + "::" + entry.name();
      if (entry.begin() != end) {
        throw new SafetensorsFormatException(
            name,
            LENGTH_BYTES,
            "its data_offsets begin at "
                + entry.begin()
                + (entry.begin() < end ? ", inside of" : ", with a gap after")
                + " the data before it, which end at "
                + end);
      }
      end = entry.end();
      tensors.add(
          new SafetensorsTensor(
              entry.name(),
              entry.type().name(),
              Optional.ofNullable(entry.type().dtype()),
              entry.shape(),
              begin + entry.begin(),
              entry.end() - entry.begin()));
    }
    long there = fileSize - begin;
    if (end > there) {
      throw new TruncatedDataException(source, begin, "the data of the tensors", end, there);
    }
    if (end < there) {
      throw new SafetensorsFormatException(
          source, begin + end, (there - end) + " bytes follow the last tensor");
    }
    return Collections.unmodifiableList(tensors);
  }

  /// Returns the dtype of a tensor.
  ///
  /// @throws SafetensorsFormatException if ndmap does not support the tensor's type
  static DType dtype(SafetensorsTensor tensor, String source) {
    return tensor
        .dtype()
        .orElseThrow(
            () ->
                new SafetensorsFormatException(
                    source,
                    tensor.offset(),
                    "elements of "
                        + tensor.type()
                        + " have no dtype here; the other tensors of the file can be read"));
  }
}
