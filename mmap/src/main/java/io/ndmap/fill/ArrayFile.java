package io.ndmap.fill;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.MappingFaultException;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.io.RandomAccessFile;

/// The file of an array that is filled, opened once more beside its mapping. For many threads.
final class ArrayFile implements AutoCloseable {

  private static final byte[] ZEROS = new byte[1 << 18];

  private final NpyFile data;
  // Not a channel, which an interrupt of any thread that asks for the size would close for all.
  private final RandomAccessFile file;
  private final long wholeBytes;

  /// Opens the file by its name; one that is to be written is made if there is none, so the caller
  /// holds the mutex, without which nobody removes the name.
  ///
  /// @param writable whether this process takes part
  ArrayFile(NpyFile data, boolean writable) throws IOException {
    this.data = data;
    this.file = new RandomAccessFile(data.path().toFile(), writable ? "rw" : "r");
    this.wholeBytes = data.header().dataOffset() + data.header().dataBytes();
  }

  /// Makes sure that the file was not truncated.
  ///
  /// @param name of what is in it, for the message
  /// @throws MappingFaultException if it was
  void requireWhole(String name) throws IOException {
    long size = file.length();
    if (size < wholeBytes) {
      throw new MappingFaultException(
          name,
          new IOException("the file has " + size + " bytes, its array reaches to " + wholeBytes));
    }
  }

  /// Writes zeros into a chunk that nobody has claimed before, by calls: the pages that these make
  /// are taken by the mapping as they are, where storing into reserved space that was never written
  /// costs a fault with a change of the file system's tables for each page (0.3 s a GiB instead of
  /// 0.5 to 2.9). And a disk that cannot take them says so, instead of a fault.
  void bringIn(NdView<?> region) throws IOException {
    long bytes = region.segment().byteSize();
    if (bytes != region.itemCount() * region.dtype().itemsize()) {
      // There are items of others in between.
      return;
    }
    long from =
        data.header().dataOffset() + (region.segment().address() - data.view().segment().address());
    synchronized (file) {
      // A file that was truncated would be made longer again, and nobody would notice.
      requireWhole(data.path().toString());
      file.seek(from);
      for (long done = 0; done < bytes; done += ZEROS.length) {
        file.write(ZEROS, 0, (int) Math.min(ZEROS.length, bytes - done));
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
