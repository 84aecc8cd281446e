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

/// Deflates blocks of 1 MiB in parallel, and joins them as `pigz` does: each block has the previous
/// 32 KiB as its dictionary and ends at a byte boundary, so that all blocks together form one
/// deflate stream. The blocks, and hence the output bytes, do not depend on the number of threads.
final class BlockDeflater implements AutoCloseable {

  /// The bytes of a block.
  static final int BLOCK = 1 << 20;

  private static final int DICTIONARY = 1 << 15;

  // Deflate stores incompressible data with an overhead of 5 bytes per 16 KiB.
  private static final int OUT = BLOCK + (BLOCK >> 10) + 64;

  private final int level;
  private final int threads;
  private final ByteTarget out;
  private final ExecutorService executor;
  private final Deque<FutureTask<ByteBuffer>> running = new ArrayDeque<>();
  private byte[] block = new byte[BLOCK];
  private int filled;
  private byte[] dictionary = {};

  /// Creates a deflater.
  ///
  /// @param level the compression level, 0 to 9
  /// @param threads the number of blocks deflated at once
  /// @param out receives the stream
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
        // A flush is complete if it has not filled the buffer.
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
