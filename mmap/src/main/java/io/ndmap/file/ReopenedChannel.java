package io.ndmap.file;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A channel of a file for many threads. An interrupt of a thread that uses the channel closes it
/// for all threads; the file is then opened again. Thread-safe.
public final class ReopenedChannel implements AutoCloseable {

  private static final Set<OpenOption> READING = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> WRITING =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

  private interface Opening {
    FileChannel open() throws IOException;
  }

  private final Opening reopening;
  private FileChannel channel;
  private boolean closed;

  private ReopenedChannel(FileChannel channel, Opening reopening) {
    this.channel = channel;
    this.reopening = reopening;
  }

  /// Opens a regular file.
  ///
  /// @param writing whether the channel is open for writing too; if not, mapping past the end of
  ///   the file cannot extend it
  /// @throws IOException if there is no such file, it is not a regular file, or it may not be read
  ///   or written
  public static ReopenedChannel open(Path path, boolean writing) throws IOException {
    Object fileKey = RegularFile.attributes(path).fileKey();
    Set<OpenOption> options = writing ? WRITING : READING;
    return new ReopenedChannel(
        FileChannel.open(path, options), () -> again(path, options, fileKey));
  }

  private static FileChannel again(Path path, Set<OpenOption> options, @Nullable Object fileKey)
      throws IOException {
    if (!Objects.equals(RegularFile.attributes(path).fileKey(), fileKey)) {
      throw new IOException(path + ": was replaced by another file since it was opened");
    }
    return FileChannel.open(path, options);
  }

  /// Returns an object for an open channel, which is not opened again.
  ///
  /// @param path the file's path, for messages
  public static ReopenedChannel of(Path path, FileChannel channel) {
    return new ReopenedChannel(
        channel,
        () -> {
          throw new IOException(path + ": an interrupt closed the channel of the file");
        });
  }

  /// Returns the channel of the file that was opened, even if another file has its name now.
  ///
  /// @throws ClosedChannelException if this object is closed
  /// @throws IOException if the channel was closed by an interrupt, and the file cannot be opened
  ///   again: because another file has its name now, or because the channel was the caller's
  public synchronized FileChannel channel() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    if (!channel.isOpen()) {
      channel = reopening.open();
    }
    return channel;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }
}
