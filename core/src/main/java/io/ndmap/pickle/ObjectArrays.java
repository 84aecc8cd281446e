package io.ndmap.pickle;

import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.PickleException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads and writes `.npy` arrays of Python objects, whose data is a pickle.
///
/// A pickle is a program. Python executes any callable that the pickle names, so loading an
/// untrusted file allows arbitrary code execution. numpy therefore rejects arrays of objects unless
/// `allow_pickle=True` is given, and the rest of ndmap rejects them with
/// [io.ndmap.npy.ObjectArrayException]. Calling this class opts in. Even then, no code of the
/// pickle is executed: only plain values and arrays are created, pickles that name anything else
/// are rejected ([PickleException]), and [PickleLimits] bound time and memory.
///
/// | Python | Java |
/// |---|---|
/// | `None` | `null` |
/// | `bool` | `Boolean` |
/// | `int` | `Long`, or `BigInteger` beyond 64 bits |
/// | `float` | `Double` |
/// | `complex` | [io.ndmap.python.PyComplex] |
/// | `str` | `String`; lone surrogates stay |
/// | `bytes` | `byte[]`; as a key or an element of a set, a read-only `ByteBuffer` |
/// | `bytearray` | [io.ndmap.python.PyByteArray] |
/// | `list` | `List` |
/// | `tuple` | [io.ndmap.python.PyTuple] |
/// | `dict` | `Map`, in the order of the dict |
/// | `set` | `Set` |
/// | `frozenset` | [io.ndmap.python.PyFrozenSet] |
/// | `datetime.date` | `LocalDate` |
/// | `datetime.time` | `LocalTime`; with a fixed offset, `OffsetTime` |
/// | `datetime.datetime` | `LocalDateTime`; with a fixed offset, `OffsetDateTime` |
/// | `datetime.timedelta` | `Duration` |
/// | `datetime.timezone` | `ZoneOffset` of whole seconds up to 18 hours; the name is dropped |
/// | `decimal.Decimal` | `BigDecimal`; [io.ndmap.python.PyDecimal] for NaN, ∞, -0, huge exponents |
/// | `fractions.Fraction` | [io.ndmap.python.PyFraction] |
/// | `uuid.UUID` | `UUID` |
/// | `numpy.ndarray` | [NdView], or [io.ndmap.nd.ObjectView] for arrays of objects |
/// | numpy's scalars | [io.ndmap.python.NumpyScalar] |
/// | `numpy.dtype` | [io.ndmap.dtype.DType] |
///
/// Lists, dicts and sets are mutable and belong to the caller, who must not change them while
/// another thread uses them. The attribute `fold` of times is dropped. Arrays of numpy's
/// `StringDType` are read as arrays of objects: strings, and `null` for missing strings. Python 2's
/// strings must be ASCII, as for numpy, unless [PickleOptions] specify another encoding. A
/// container that contains itself is rejected.
///
/// All methods are safe to call from several threads.
public final class ObjectArrays {

  /// The protocol that numpy 2 writes.
  public static final int DEFAULT_PROTOCOL = 4;

  private ObjectArrays() {}

  /// {@return the array of objects in a file, see [#read(InputStream, String, PickleLimits)]}
  ///
  /// @param file the file; bytes after the array are ignored
  /// @throws IOException if the file cannot be read
  public static NdView<?> read(Path file) throws IOException {
    return read(file, PickleLimits.DEFAULT);
  }

  /// {@return the array of objects in a file, see [#read(InputStream, String, PickleLimits)]}
  ///
  /// @param file the file; bytes after the array are ignored
  /// @param limits limits on time and memory
  /// @throws IOException if the file cannot be read
  public static NdView<?> read(Path file, PickleLimits limits) throws IOException {
    return read(file, PickleOptions.DEFAULT.withLimits(limits));
  }

  /// {@return the array of objects in a file, see [#read(InputStream, String, PickleOptions)]}
  ///
  /// @param file the file; bytes after the array are ignored
  /// @param options limits and encoding
  /// @throws IOException if the file cannot be read
  public static NdView<?> read(Path file, PickleOptions options) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return read(in, file.toString(), options);
    }
  }

  /// Reads an array of objects, or of structures that hold objects. As in numpy, the dtype, shape
  /// and order are those of the pickle, whatever the header says.
  ///
  /// @param in the stream, positioned at the magic; it should be buffered, because exactly the
  ///   bytes of the array are consumed, many of them one by one; it stays open
  /// @param source the name of the stream in messages
  /// @param limits limits on time and memory
  /// @return a new array in memory
  /// @throws IOException if the stream fails
  /// @throws PickleException if the pickle is damaged, does not describe an array, or names
  ///   something that is not in the table above
  /// @throws io.ndmap.npy.ResourceLimitException if the header or the pickle exceeds its limits
  /// @throws io.ndmap.npy.TruncatedDataException if the stream ends early
  /// @throws NpyFormatException if numpy would reject the header, or the header's dtype holds no
  ///   objects
  public static NdView<?> read(InputStream in, String source, PickleLimits limits)
      throws IOException {
    return read(in, source, PickleOptions.DEFAULT.withLimits(limits));
  }

  /// Reads an array of objects, see [#read(InputStream, String, PickleLimits)].
  ///
  /// @param in the stream, positioned at the magic
  /// @param source the name of the stream in messages
  /// @param options limits and encoding
  /// @return a new array in memory
  /// @throws IOException if the stream fails
  public static NdView<?> read(InputStream in, String source, PickleOptions options)
      throws IOException {
    NpyHeader header = NpyHeaderCodec.readAny(in, source, HeaderLimits.DEFAULT);
    return read(in, source, header, options);
  }

  /// Reads the data that follow the header of an array of objects, see [#read(InputStream, String,
  /// PickleLimits)].
  ///
  /// @param in the stream, positioned after the header
  /// @param source the name of the stream in messages
  /// @param header the header
  /// @param limits limits on time and memory
  /// @return a new array in memory
  /// @throws IOException if the stream fails
  public static NdView<?> read(InputStream in, String source, NpyHeader header, PickleLimits limits)
      throws IOException {
    return read(in, source, header, PickleOptions.DEFAULT.withLimits(limits));
  }

  /// Reads the data that follow the header of an array of objects, see [#read(InputStream, String,
  /// PickleLimits)].
  ///
  /// @param in the stream, positioned after the header
  /// @param source the name of the stream in messages
  /// @param header the header
  /// @param options limits and encoding
  /// @return a new array in memory
  /// @throws IOException if the stream fails
  public static NdView<?> read(
      InputStream in, String source, NpyHeader header, PickleOptions options) throws IOException {
    if (!header.dtype().hasObject()) {
      throw new NpyFormatException(
          source,
          header.dataOffset(),
          "the elements of " + header.dtype() + " are not objects, and their data is not a pickle");
    }
    Object value = PickleReader.read(in, source, header.dataOffset(), options);
    if (value instanceof NdView<?> view) {
      return view;
    }
    throw new PickleException(
        source,
        header.dataOffset(),
        "the pickle must hold an array, found " + Arguments.describe(value));
  }

  /// Writes an array of objects as `numpy.save` does, see [#write(NdView, OutputStream, int)].
  ///
  /// @param view the array
  /// @param out receives the header and the pickle; it stays open
  /// @throws IOException if the stream fails
  public static void write(NdView<?> view, OutputStream out) throws IOException {
    write(view, out, DEFAULT_PROTOCOL);
  }

  /// Writes an array of objects, or of structures that hold objects, so that numpy loads it with
  /// `allow_pickle=True`.
  ///
  /// Besides the classes of the table above, `Byte`, `Short`, `Integer` and `Float` are written as
  /// numbers, `Instant` as a datetime in UTC, and a `ByteBuffer` as bytes.
  ///
  /// @param view the array
  /// @param out receives the header and the pickle; it stays open
  /// @param protocol the protocol of the pickle: 2, 3 or 4; numpy 2 writes 4, which Python 3.4 and
  ///   later read
  /// @throws IOException if the stream fails; as after the other exceptions, a part of the array
  ///   may have been written
  /// @throws IllegalArgumentException if the protocol is not 2, 3 or 4, or if the view or a value
  ///   in it cannot be written: its class is not in the table, it contains itself, it is nested
  ///   deeper than [PickleLimits#DEFAULT] allow, or it is out of the range of Python's class
  /// @throws io.ndmap.dtype.DTypeException if the elements are not objects, or a header cannot
  ///   express the dtype
  public static void write(NdView<?> view, OutputStream out, int protocol) throws IOException {
    if (!view.dtype().hasObject()) {
      throw new io.ndmap.dtype.DTypeException(
          view.backing().name() + ": elements of " + view.dtype() + " are not objects");
    }
    Order order = NpyHeaderCodec.savedOrder(PickleWriter.order(view), view.shape());
    PickleWriter writer = new PickleWriter(new BufferedOutputStream(out), protocol);
    writer.write(NpyHeaderCodec.encode(view.dtype(), order, view.shape()), view);
  }

  /// Writes an array of objects into a file, see [#write(NdView, OutputStream, int)]. An existing
  /// file is overwritten: after any exception, its content is lost, and it may contain a part of
  /// the array.
  ///
  /// @param view the array
  /// @param file the file
  /// @throws IOException if the file cannot be written
  public static void write(NdView<?> view, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(view, out);
    }
  }
}
