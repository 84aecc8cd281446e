package io.ndmap.stream;

import io.ndmap.layout.Box;
import io.ndmap.layout.Chunks;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.memory.ProvidedMemory;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.pass.Items;
import io.ndmap.pass.OwnMemory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;

/// Reads one array from a stream or a channel that cannot seek, such as a pipe.
///
/// The methods [#open], [#next] and [#after] create a reader with the header. Then the data can be
/// read once: by [#read(Arena)] into memory, by [#forEachBlock] in bounded memory, or by [#skip]. A
/// reader consumes exactly the bytes of the array, so that another array or other data may follow.
/// It does not close the stream or channel.
///
/// **Memory follows the data.** A header may announce any size. Up to [#TRUSTED_BYTES] are
/// allocated at once; a larger array is allocated only after a sixteenth of its data has arrived. A
/// sender can therefore make the reader allocate 16 MiB without sending data, and beyond that about
/// 17 times the bytes that it sends: the array and its first sixteenth. To reject well-formed but
/// oversized arrays, check [#header] before reading.
///
/// **Exceptions.** Byte offsets are counted from the beginning of the array. After an exception,
/// [#skip] can still skip the rest of the data, unless the stream itself has failed or ended.
///
/// Not thread-safe. Channels are read in blocking mode: if the channel is interruptible, an
/// interrupted thread gets a [ClosedByInterruptException].
public final class NpyReader {

  /// The maximum number of bytes that are allocated because of the header alone, before any data
  /// have arrived: 16 MiB.
  public static final long TRUSTED_BYTES = 1 << 24;

  /// An array of more than [#TRUSTED_BYTES] is allocated after its bytes divided by this number
  /// have arrived.
  private static final int GROWTH = 16;

  private final NpyHeader header;
  private final ByteSource bytes;
  private final String source;
  private long found;
  private boolean used;

  private NpyReader(NpyHeader header, ByteSource bytes, String source) {
    this.header = NpyHeaderCodec.requireNoObjects(header, source);
    this.bytes = bytes;
    this.source = source;
  }

  /// Reads the header of an array, within NumPy's limit for headers.
  ///
  /// @param in the stream, at the first byte of the array
  /// @param source the name of the stream in messages, such as `standard input`
  /// @return the reader of the array
  /// @throws IOException if the stream fails
  /// @throws ObjectArrayException if the dtype holds Python objects
  /// @throws TruncatedDataException if the stream ends before the header does, or is empty
  /// @throws ResourceLimitException if the header is too long
  /// @throws NpyFormatException if NumPy would reject the header
  public static NpyReader open(InputStream in, String source) throws IOException {
    return after(NpyHeaderCodec.readAny(in, source, HeaderLimits.DEFAULT), in, source);
  }

  /// Reads the header of an array, see [#open(InputStream, String)].
  ///
  /// @param in the channel, at the first byte of the array
  /// @param source its name in messages
  /// @return the reader of the array
  /// @throws IOException if the channel fails
  /// @throws NpyFormatException as [#open(InputStream, String)]
  /// @throws IllegalBlockingModeException if the channel is in non-blocking mode
  public static NpyReader open(ReadableByteChannel in, String source) throws IOException {
    InputStream stream = Channels.newInputStream(in);
    NpyHeader header = NpyHeaderCodec.readAny(stream, source, HeaderLimits.DEFAULT);
    return new NpyReader(header, ByteSource.of(in), source);
  }

  /// Reads the header of the next array, if there is one, in a sequence of arrays.
  ///
  /// @param in the stream, after the last byte of the previous array
  /// @param source its name in messages
  /// @param limits the limits of the header
  /// @return the reader of the array, or empty if the stream has ended
  /// @throws IOException if the stream fails
  /// @throws ObjectArrayException if the dtype holds Python objects
  /// @throws TruncatedDataException if the stream ends inside the header
  /// @throws ResourceLimitException if the header is longer than `limits` allow
  /// @throws NpyFormatException if NumPy would reject the header
  public static Optional<NpyReader> next(InputStream in, String source, HeaderLimits limits)
      throws IOException {
    return NpyHeaderCodec.readNext(in, source, limits).map(header -> after(header, in, source));
  }

  /// Reads the header of the next array, if there is one, see [#next(InputStream, String,
  /// HeaderLimits)].
  ///
  /// @param in the channel, after the last byte of the previous array
  /// @param source its name in messages
  /// @param limits the limits of the header
  /// @return the reader of the array, or empty if the channel has ended
  /// @throws IOException if the channel fails
  /// @throws NpyFormatException as [#next(InputStream, String, HeaderLimits)]
  /// @throws IllegalBlockingModeException if the channel is in non-blocking mode
  public static Optional<NpyReader> next(ReadableByteChannel in, String source, HeaderLimits limits)
      throws IOException {
    return NpyHeaderCodec.readNext(Channels.newInputStream(in), source, limits)
        .map(header -> new NpyReader(header, ByteSource.of(in), source));
  }

  /// Creates the reader of an array whose header has been read, as by [NpyHeaderCodec#readAny].
  ///
  /// @param header the header
  /// @param in the stream, at the first byte of the data
  /// @param source its name in messages
  /// @return the reader
  /// @throws ObjectArrayException if the dtype holds Python objects
  public static NpyReader after(NpyHeader header, InputStream in, String source) {
    return new NpyReader(header, ByteSource.of(in, header.dataBytes()), source);
  }

  /// The header of the array.
  ///
  /// @return the header
  public NpyHeader header() {
    return header;
  }

  /// Reads the array into memory outside the heap, which is freed when no view of the memory is
  /// reachable. With the module `io.ndmap.mmap`, large arrays use huge pages where the system
  /// provides them.
  ///
  /// @return a writable view of all elements, in the memory order that the header states
  /// @throws IOException as [#read(Arena)]
  /// @throws TruncatedDataException as [#read(Arena)]
  /// @throws IllegalStateException as [#read(Arena)]
  /// @throws OutOfMemoryError as [#read(Arena)]
  public NdView<?> read() throws IOException {
    MemorySegment memory = receive(ProvidedMemory.ofAuto());
    return NdView.of(memory, header.dtype(), header.shape(), header.order(), new OwnMemory(memory));
  }

  /// Reads the array into memory of an arena.
  ///
  /// @param arena determines which threads may use the view, and when the memory is freed
  /// @return a writable view of all elements, in the memory order that the header states
  /// @throws IOException if the stream fails
  /// @throws TruncatedDataException if the stream ends inside the data
  /// @throws IllegalStateException if the data were read or skipped before, even if that failed, or
  ///   the arena is closed
  /// @throws OutOfMemoryError if there is not enough memory; the message names the array
  public NdView<?> read(Arena arena) throws IOException {
    return view(receive(arena), header.shape());
  }

  /// Reads the array block by block, in the order of its bytes. A block is a range of indices of
  /// the slowest axis (in C order the first, in Fortran order the last) or, if the subarray at one
  /// index has too many bytes, a part of that subarray. An exception of the consumer ends the pass.
  ///
  /// An array without elements has no block. An array of elements without bytes (`|V0`) is one
  /// block, however many elements there are.
  ///
  /// @param mostBytes the maximum number of bytes of a block, unless one element has more
  /// @param consumer receives the blocks; each is valid until the consumer returns
  /// @throws IOException if the stream or the consumer fails
  /// @throws TruncatedDataException if the stream ends inside the data; the consumer has received
  ///   all complete blocks
  /// @throws IllegalArgumentException if `mostBytes < 1`
  /// @throws IllegalStateException if the data were read or skipped before, even if that failed
  /// @throws OutOfMemoryError if there is not enough memory for a block
  public void forEachBlock(long mostBytes, BlockConsumer consumer) throws IOException {
    Shape shape = header.shape();
    int itemsize = header.dtype().itemsize();
    Chunks blocks = Partition.chunksOf(shape, header.order(), itemsize, mostBytes);
    requireUnused();
    if (shape.itemCount() == 0) {
      return;
    }
    if (itemsize == 0) {
      consumer.accept(view(MemorySegment.NULL, shape), Box.whole(shape));
      return;
    }
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = MemorySegment.NULL;
      for (long k = 0; k < blocks.count(); k++) {
        Box where = blocks.box(k);
        long size = where.shape().byteSize(itemsize);
        if (k == 0) {
          // The first block is the largest.
          memory = receive(size, arena);
        } else {
          fill(memory.asSlice(0, size));
        }
        consumer.accept(view(memory, where.shape()), where);
      }
    }
  }

  /// Skips the remaining data.
  ///
  /// @throws IOException if the stream fails
  /// @throws TruncatedDataException if the stream ends inside the data
  public void skip() throws IOException {
    used = true;
    long left = header.dataBytes() - found;
    MemorySegment buffer =
        MemorySegment.ofArray(new byte[(int) Math.min(ByteSource.MOST_BYTES, left)]);
    for (; left > 0; left = header.dataBytes() - found) {
      fill(buffer.asSlice(0, Math.min(buffer.byteSize(), left)));
    }
  }

  private MemorySegment receive(Arena arena) throws IOException {
    requireUnused();
    return receive(header.dataBytes(), arena);
  }

  private NdView<?> view(MemorySegment memory, Shape shape) {
    return NdView.of(memory, header.dtype(), shape, header.order());
  }

  private void requireUnused() {
    if (used) {
      throw new IllegalStateException(
          source + ": the data have been read; a stream has them only once");
    }
    used = true;
  }

  /// Allocates memory and fills it with the next bytes. If the memory is large, its first sixteenth
  /// is received into separate memory before it is allocated.
  private MemorySegment receive(long size, Arena arena) throws IOException {
    if (size <= TRUSTED_BYTES) {
      MemorySegment memory = allocate(size, arena);
      fill(memory);
      return memory;
    }
    MemorySegment memory;
    long begun = size / GROWTH;
    try (Arena beginning = Arena.ofConfined()) {
      MemorySegment first = receive(begun, beginning);
      memory = allocate(size, arena).copyFrom(first);
    }
    fill(memory.asSlice(begun));
    return memory;
  }

  private MemorySegment allocate(long size, Arena arena) {
    return Items.allocate(arena, size, header.dtype(), header.shape());
  }

  private void fill(MemorySegment target) throws IOException {
    for (long at = 0; at < target.byteSize(); ) {
      int count = bytes.read(target.asSlice(at));
      if (count < 0) {
        throw new TruncatedDataException(
            source,
            header.dataOffset(),
            "the data of shape " + header.shape(),
            header.dataBytes(),
            found);
      }
      at += count;
      found += count;
    }
  }
}
