package io.ndmap.fill.parts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.posix.Channels;
import io.ndmap.posix.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// `x.npy.parts`, a line of text with the partition, locked by the process that creates the array.
///
/// The text is whole whenever there is an array: it is on the disk before the array gets its name,
/// and never changed afterwards. Before that, the holder of the lock may rewrite it.
///
/// The lock is dropped by the kernel when its process dies, but also when the process closes *any*
/// channel of the file. So a thread does not touch the file while another one of its process has
/// the lock.
public final class PartsFile implements AutoCloseable {

  /// More than 64 axes take, twice, in the longest numbers.
  private static final int MAX_BYTES = 8192;

  /// Those that this process has locked, or is about to.
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final Path key;
  private final FileChannel channel;

  private PartsFile(Path path, Path key, FileChannel channel) {
    this.path = path;
    this.key = key;
    this.channel = channel;
  }

  /// The file of an array.
  public static Path beside(Path array) {
    return array.resolveSibling(array.getFileName() + ".parts");
  }

  /// Reads the text of an array that is there.
  ///
  /// @throws NoSuchFileException if there is none
  public static String read(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return line(Channels.read(channel, 0, MAX_BYTES));
    }
  }

  private static String line(ByteBuffer bytes) {
    String text = UTF_8.decode(bytes).toString();
    // Without its end it is incomplete: its writer was killed.
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : "";
  }

  /// Locks the file of an array; makes an empty one where there is none.
  ///
  /// @return the file, or null if another process or thread has it
  static @Nullable PartsFile tryLock(Path array) throws IOException {
    Path path = beside(array).toAbsolutePath();
    Path key = Objects.requireNonNull(path.getParent()).toRealPath().resolve(path.getFileName());
    if (!LOCKED.add(key)) {
      return null;
    }
    PartsFile file = null;
    try {
      file = locked(path, key);
      return file;
    } catch (NoSuchFileException e) {
      // A creator that failed has just removed it.
      return null;
    } finally {
      if (file == null) {
        LOCKED.remove(key);
      }
    }
  }

  private static @Nullable PartsFile locked(Path path, Path key) throws IOException {
    if (!Files.exists(path)) {
      make(path);
    }
    Object named = inode(path);
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean ours = false;
    try {
      // A creator that failed has removed the file that it had locked: it may be that one that
      // was opened, while another process holds the lock of another file of this name.
      ours = channel.tryLock() != null && Objects.equals(inode(path), named);
      return ours ? new PartsFile(path, key, channel) : null;
    } finally {
      if (!ours) {
        channel.close();
      }
    }
  }

  private static void make(Path path) throws IOException {
    try {
      Files.createFile(path);
    } catch (FileAlreadyExistsException e) {
      // Another process has made it since: that is as good.
    }
  }

  private static @Nullable Object inode(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /// The text, or nothing if it is not whole.
  String text() throws IOException {
    return line(Channels.read(channel, 0, MAX_BYTES));
  }

  /// Writes the text to the disk, in the place of what there was.
  void write(String text) throws IOException {
    channel.truncate(0);
    Channels.write(channel, ByteBuffer.wrap((text + "\n").getBytes(UTF_8)), 0);
    Disk.force(channel, path);
  }

  /// Removes the file from its directory.
  void delete() throws IOException {
    Files.deleteIfExists(path);
  }

  /// Gives the lock back.
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      LOCKED.remove(key);
    }
  }
}
