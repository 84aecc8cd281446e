package io.ndmap.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.zip.Deflater;

/// Deflates blocks of 1 MiB in parallel, and joins them as `pigz` does. The dictionary of each
/// block is the 32 KiB of input before the block, and the output of each block ends at a byte
/// boundary. So the outputs of all blocks together form one deflate stream. The blocks, and hence
/// the output bytes, do not depend on the number of threads.
final class BlockDeflater implements AutoCloseable {

  /// The uncompressed bytes of a block.
  static final int BLOCK = 1 << 20;

  /// The bytes of a dictionary.
  private static final int DICTIONARY = 1 << 15;

  // The initial bytes of the output buffer of a full block. They usually suffice: deflate stores
  // incompressible data with an overhead of 5 bytes per 16 KiB.
  private static final int OUT = BLOCK + (BLOCK >> 10) + 64;

  private final int level;
  private final int threads;
  private final ByteTarget out;
  private final ExecutorService executor;

  /// The blocks that were begun and not yet written, in the order of the stream.
  private final Deque<FutureTask<ByteBuffer>> running = new ArrayDeque<>();

  /// The block that is being filled with input.
  private byte[] block = new byte[BLOCK];

  /// The number of bytes in `block`.
  private int filled;

  /// The 32 KiB of input before `block`; empty for the first block.
  private byte[] dictionary = {};

  /// Creates a deflater.
  ///
  /// @param level the compression level, 0 to 9
  /// @param threads the maximum number of blocks that are deflated at once
  /// @param out receives the deflate stream
  BlockDeflater(int level, int threads, ByteTarget out) {
    this.level = level;
    this.threads = threads;
    this.out = out;
    this.executor =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("ndmap-deflate-", 0).factory());
  }

  void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (filled == BLOCK) {
        begin(false);
      }
      int count = Math.min(bytes.remaining(), BLOCK - filled);
      bytes.get(block, filled, count);
      filled += count;
    }
  }

  void finish() throws IOException {
    begin(true);
    while (!running.isEmpty()) {
      writeFirst();
    }
  }

  /// Begins to deflate the current block, and waits while more blocks than threads are running.
  ///
  /// @param last whether the block ends the stream
  private void begin(boolean last) throws IOException {
    byte[] bytes = block;
    int count = filled;
    byte[] before = dictionary;
    FutureTask<ByteBuffer> task = new FutureTask<>(() -> deflated(bytes, count, before, last));
    if (threads == 1) {
      task.run();
    } else {
      executor.execute(task);
    }
    running.add(task);
    while (running.size() > threads) {
      writeFirst();
    }
    if (!last) {
      dictionary = Arrays.copyOfRange(bytes, BLOCK - DICTIONARY, BLOCK);
      block = new byte[BLOCK];
      filled = 0;
    }
  }

  /// Waits for the first of the running blocks, and writes its output.
  private void writeFirst() throws IOException {
    Future<ByteBuffer> first = running.remove();
    try {
      out.write(first.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ClosedByInterruptException closed = new ClosedByInterruptException();
      closed.initCause(e);
      throw closed;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private ByteBuffer deflated(byte[] bytes, int count, byte[] before, boolean last) {
    Deflater deflater = new Deflater(level, true);
    try {
      deflater.setDictionary(before);
      deflater.setInput(bytes, 0, count);
      if (last) {
        deflater.finish();
      }
      byte[] result = new byte[Math.min(OUT, count + (count >> 10) + 64)];
      int size = 0;
      while (true) {
        size +=
            deflater.deflate(
                result, size, result.length - size, last ? Deflater.NO_FLUSH : Deflater.SYNC_FLUSH);
        // All output of a flush was returned if the buffer is not full.
        if (last ? deflater.finished() : size < result.length) {
          return ByteBuffer.wrap(result, 0, size);
        }
        result = Arrays.copyOf(result, 2 * result.length);
      }
    } finally {
      deflater.end();
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
