package io.ndmap.npy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.commons.io.IOUtils;

/// Reads and writes headers of `.npy` files, as specified in NEP 1; details that NEP 1 leaves open
/// are those of NumPy 2.
///
/// Reading has three steps without side effects: the bytes are decoded to text, the text is parsed
/// as a Python literal, and the literal is checked and converted to an [NpyHeader]. To read from a
/// file, pass its first bytes to [#headerEnd], which returns the length of the header, then pass
/// that number of bytes to [#decode]; to read from a stream, use [#read].
///
/// Invalid bytes cause an [NpyFormatException] and no other exception. The parameter `source` is
/// the name of the bytes in messages, such as the path of the file. Byte offsets are counted from
/// the beginning of the header.
public final class NpyHeaderCodec {

  /// The maximum number of bytes that [#headerEnd] needs: the magic, the version and the longest
  /// length field.
  public static final int PREFIX_BYTES = HeaderPrefix.MAX_BYTES;

  /// The maximum number of bytes of one character in UTF-8.
  private static final int MAX_CHARACTER_BYTES = 4;

  /// The maximum length of a header's text, which must fit into a Java array together with the
  /// prefix.
  private static final int MAX_TEXT_BYTES = Integer.MAX_VALUE - 64;

  private NpyHeaderCodec() {}

  /// The end of the header, where the data begin.
  ///
  /// @param first the first [#PREFIX_BYTES] bytes of the array, or all if there are fewer, from the
  ///   buffer's position, which does not change
  /// @param bytesThere the number of available bytes from the beginning of the header, or
  ///   [Long#MAX_VALUE] if unknown
  /// @param source the name of the bytes in messages
  /// @param limits the limits of the header
  /// @return the offset of the data, in bytes from the beginning of the header
  /// @throws TruncatedDataException if the header is longer than `bytesThere`, or `first` ends
  ///   inside the prefix
  /// @throws ResourceLimitException if the header has more bytes than `limits` allow for any text;
  ///   [#decode] then counts the characters
  /// @throws NpyFormatException if the bytes are no `.npy` array, or have an unknown version
  public static long headerEnd(
      ByteBuffer first, long bytesThere, String source, HeaderLimits limits) {
    return checkedPrefix(first, bytesThere, source, limits).end();
  }

  /// Reads a header of an array that can be mapped: one without Python objects.
  ///
  /// @param header the bytes of the header, from the buffer's position, which does not change;
  ///   other bytes may follow
  /// @param source the name of the bytes in messages
  /// @param limits the limits of the header
  /// @return the header
  /// @throws ObjectArrayException if the dtype holds Python objects
  /// @throws TruncatedDataException if the buffer ends inside the header
  /// @throws ResourceLimitException if the header is longer than `limits` allow
  /// @throws NpyFormatException if NumPy would reject the header, or if NumPy's readers disagree on
  ///   its meaning
  public static NpyHeader decode(ByteBuffer header, String source, HeaderLimits limits) {
    return requireNoObjects(decodeAny(header, source, limits), source);
  }

  /// Reads a header, also that of an array of Python objects.
  ///
  /// @param header the bytes of the header, from the buffer's position, which does not change;
  ///   other bytes may follow
  /// @param source the name of the bytes in messages
  /// @param limits the limits of the header
  /// @return the header
  /// @throws TruncatedDataException if the buffer ends inside the header
  /// @throws ResourceLimitException if the header is longer than `limits` allow
  /// @throws NpyFormatException if NumPy would reject the header, or if NumPy's readers disagree on
  ///   its meaning
  public static NpyHeader decodeAny(ByteBuffer header, String source, HeaderLimits limits) {
    HeaderPrefix prefix = checkedPrefix(header, header.remaining(), source, limits);
    byte[] text = new byte[(int) prefix.textBytes()];
    header.get(header.position() + prefix.textOffset(), text);
    return decode(prefix, text, source, limits);
  }

  /// Reads a header from a stream, up to the beginning of the data.
  ///
  /// @param in the stream; it stays open
  /// @param source the name of the bytes in messages
  /// @param limits the limits of the header
  /// @return the header
  /// @throws IOException if the stream fails
  /// @throws ObjectArrayException if the dtype holds Python objects
  /// @throws TruncatedDataException if the stream ends inside the header
  /// @throws ResourceLimitException if the header is longer than `limits` allow
  /// @throws NpyFormatException if NumPy would reject the header, or if NumPy's readers disagree on
  ///   its meaning
  public static NpyHeader read(InputStream in, String source, HeaderLimits limits)
      throws IOException {
    return requireNoObjects(readAny(in, source, limits), source);
  }

  /// Reads a header from a stream, also that of an array of Python objects, up to the beginning of
  /// the data.
  ///
  /// @param in the stream; it stays open
  /// @param source the name of the bytes in messages
  /// @param limits the limits of the header
  /// @return the header
  /// @throws IOException if the stream fails
  /// @throws TruncatedDataException if the stream ends inside the header
  /// @throws ResourceLimitException if the header is longer than `limits` allow
  /// @throws NpyFormatException if NumPy would reject the header, or if NumPy's readers disagree on
  ///   its meaning
  public static NpyHeader readAny(InputStream in, String source, HeaderLimits limits)
      throws IOException {
    return readNext(in, source, limits).orElseThrow(() -> HeaderPrefix.truncated(source, 0));
  }

  /// Reads the next header, also that of an array of Python objects, from a stream with any number
  /// of arrays, up to the beginning of the data.
  ///
  /// @param in the stream; it stays open
  /// @param source the name of the bytes in messages
  /// @param limits the limits of the header
  /// @return the header, or empty if the stream has ended
  /// @throws IOException if the stream fails
  /// @throws TruncatedDataException if the stream ends inside the header
  /// @throws ResourceLimitException if the header is longer than `limits` allow
  /// @throws NpyFormatException if NumPy would reject the header, or if NumPy's readers disagree on
  ///   its meaning
  public static Optional<NpyHeader> readNext(InputStream in, String source, HeaderLimits limits)
      throws IOException {
    byte[] first = new byte[ForeignFormat.BYTES];
    int there = IOUtils.read(in, first, 0, HeaderPrefix.FIXED_BYTES);
    if (there == 0) {
      return Optional.empty();
    }
    if (!HeaderPrefix.hasMagic(ByteBuffer.wrap(first, 0, there))) {
      // Bytes that have already arrived help to recognise the format; reading them does not block.
      there += IOUtils.read(in, first, there, Math.min(in.available(), first.length - there));
    }
    NpyVersion version = HeaderPrefix.readVersion(ByteBuffer.wrap(first, 0, there), source);
    there += IOUtils.read(in, first, there, version.lengthBytes());
    HeaderPrefix prefix =
        checkedPrefix(ByteBuffer.wrap(first, 0, there), Long.MAX_VALUE, source, limits);
    // The stream's size is unknown: allocation grows with the bytes that arrive, not with the
    // header's length field.
    byte[] text = in.readNBytes((int) prefix.textBytes());
    if (text.length < prefix.textBytes()) {
      throw truncated(prefix, text.length, source);
    }
    return Optional.of(decode(prefix, text, source, limits));
  }

  /// Rejects an array of Python objects, whose data are a pickle.
  ///
  /// @param header the header
  /// @param source the name of the bytes in messages
  /// @return the header
  /// @throws ObjectArrayException if the dtype is or contains a Python object
  public static NpyHeader requireNoObjects(NpyHeader header, String source) {
    if (header.dtype().hasObject()) {
      throw new ObjectArrayException(source, header.dataOffset(), header.dtype());
    }
    return header;
  }

  /// Rejects an array with missing data. Trailing bytes are accepted, as in NumPy.
  ///
  /// @param header the header
  /// @param bytesThere the number of bytes that follow the header
  /// @param source the name of the bytes in messages
  /// @throws TruncatedDataException if `bytesThere < header.dataBytes()`
  public static void requireData(NpyHeader header, long bytesThere, String source) {
    long expected = header.dataBytes();
    if (bytesThere < expected) {
      throw new TruncatedDataException(
          source, header.dataOffset(), "the data of shape " + header.shape(), expected, bytesThere);
    }
  }

  /// The header that NumPy writes, in the oldest version that can express it: 3.0 if the header has
  /// characters beyond Latin-1, otherwise 1.0, or 2.0 if the header is too long for 1.0.
  ///
  /// @param dtype the dtype of the elements
  /// @param order the value of `'fortran_order'`
  /// @param shape the lengths of the axes
  /// @return the bytes from the magic to the line end before the data; their number is a multiple
  ///   of 64
  /// @throws DTypeException if a header cannot express the dtype
  public static byte[] encode(DType dtype, Order order, Shape shape) {
    return HeaderWriter.write(dtype, order, shape);
  }

  /// The header that NumPy writes, in a given version.
  ///
  /// @param version the version
  /// @param dtype the dtype of the elements
  /// @param order the value of `'fortran_order'`
  /// @param shape the lengths of the axes
  /// @return the bytes from the magic to the line end before the data; their number is a multiple
  ///   of 64
  /// @throws DTypeException if a header cannot express the dtype, or the version cannot express the
  ///   header
  public static byte[] encode(NpyVersion version, DType dtype, Order order, Shape shape) {
    return HeaderWriter.write(version, dtype, order, shape);
  }

  /// Decodes an encoded header again, so that no header is written that readers would reject.
  ///
  /// @param header the result of [#encode]
  /// @return the decoded header
  /// @throws DTypeException if a reader would reject it, for instance because the data exceed 2⁶³-1
  ///   bytes
  public static NpyHeader readBack(byte[] header) {
    try {
      return decodeAny(ByteBuffer.wrap(header), "its header", new HeaderLimits(header.length));
    } catch (NpyFormatException e) {
      throw new DTypeException("no reader could open such an array: " + e.getMessage(), e);
    }
  }

  /// The order that `numpy.save` declares for an array that is contiguous in a given order: Fortran
  /// order only if it differs from C order, which requires at least two axes longer than 1 and no
  /// empty axis. `open_memmap`, on the other hand, declares the requested order.
  ///
  /// @param order how the elements are stored
  /// @param shape the lengths of the axes
  /// @return the order to declare
  public static Order savedOrder(Order order, Shape shape) {
    if (order == Order.C || shape.itemCount() == 0) {
      return Order.C;
    }
    int longAxes = 0;
    for (int axis = 0; axis < shape.rank(); axis++) {
      longAxes += shape.size(axis) > 1 ? 1 : 0;
    }
    return longAxes > 1 ? Order.F : Order.C;
  }

  private static NpyHeader decode(
      HeaderPrefix prefix, byte[] bytes, String source, HeaderLimits limits) {
    HeaderText text = HeaderText.decode(prefix, bytes, source);
    if (text.characters() > limits.maxCharacters()) {
      throw tooLong(text.characters() + " characters", source, limits);
    }
    return new HeaderDict(text).read();
  }

  private static HeaderPrefix checkedPrefix(
      ByteBuffer first, long bytesThere, String source, HeaderLimits limits) {
    HeaderPrefix prefix = HeaderPrefix.read(first, source);
    long maxBytes = limits.maxCharacters();
    if (prefix.version() == NpyVersion.V3_0) {
      maxBytes *= MAX_CHARACTER_BYTES;
    }
    if (prefix.textBytes() > Math.min(maxBytes, MAX_TEXT_BYTES)) {
      throw tooLong(prefix.textBytes() + " bytes", source, limits);
    }
    if (prefix.end() > bytesThere) {
      throw truncated(prefix, bytesThere - prefix.textOffset(), source);
    }
    return prefix;
  }

  private static ResourceLimitException tooLong(String size, String source, HeaderLimits limits) {
    return new ResourceLimitException(
        source,
        HeaderPrefix.FIXED_BYTES,
        "the header has "
            + size
            + ", the limit is "
            + limits.maxCharacters()
            + " characters; the option HeaderLimits raises it");
  }

  private static TruncatedDataException truncated(HeaderPrefix prefix, long there, String source) {
    return new TruncatedDataException(
        source, prefix.textOffset(), "the header", prefix.textBytes(), there);
  }
}
