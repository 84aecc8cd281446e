package io.ndmap.fill.parts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.fill.ledger.FillFiles;
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

/// `x.npy.parts`: a line of text with the partition, locked by the process that creates the array.
///
/// The text is complete whenever the array exists: it is forced to the disk before the array is
/// published, and never changed afterwards. Before that, the owner of the lock may rewrite it.
///
/// The kernel releases the lock when its process dies, but also when the process closes *any*
/// channel of the file. So [#tryLock] does not open the file while another thread of this process
/// owns the lock. ([#read] may, but only once the array exists: then nobody relies on the lock.)
public final class PartsFile implements AutoCloseable {

  /// The maximum length of the text in bytes: more than two shapes with 64 axes of the greatest
  /// lengths need.
  private static final int MAX_BYTES = 8192;

  /// The keys of the files that this process has locked, or is about to lock.
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path path;

  /// The absolute path of the file with the symbolic links of its directory resolved.
  private final Path key;

  private final FileChannel channel;

  private PartsFile(Path path, Path key, FileChannel channel) {
    this.path = path;
    this.key = key;
    this.channel = channel;
  }

  /// Returns the path of an array's parts file.
  public static Path beside(Path array) {
    return FillFiles.of(array).parts();
  }

  /// Reads the text of an existing parts file.
  ///
  /// @throws NoSuchFileException if there is none
  public static String read(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return line(Channels.read(channel, 0, MAX_BYTES));
    }
  }

  private static String line(ByteBuffer bytes) {
    String text = UTF_8.decode(bytes).toString();
    // A text without a line end is incomplete: its writer was killed.
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : "";
  }

  /// Locks the parts file of an array. If there is no file, creates an empty one.
  ///
  /// @return the file, or null if another process or thread has locked it, or has just removed it
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
      // A creator that failed has just removed the file.
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
      // A creator that failed has removed its locked file: that file may have been opened here,
      // while another process has locked a new file of this name.
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
      // Another process has created it meanwhile.
    }
  }

  private static @Nullable Object inode(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /// Returns the text; empty if it is incomplete.
  String text() throws IOException {
    return line(Channels.read(channel, 0, MAX_BYTES));
  }

  /// Replaces the text, and forces it to the disk.
  void write(String text) throws IOException {
    channel.truncate(0);
    Channels.write(channel, ByteBuffer.wrap((text + "\n").getBytes(UTF_8)), 0);
    Disk.force(channel, path);
  }

  /// Removes the file from its directory.
  void delete() throws IOException {
    Files.deleteIfExists(path);
  }

  /// Releases the lock.
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      LOCKED.remove(key);
    }
  }
}
