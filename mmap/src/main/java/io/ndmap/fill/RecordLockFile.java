package io.ndmap.fill;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Locks by [FileChannel], for where there is no native access. The kernel drops them when any
/// descriptor of the file is closed in this process, so the file is opened once for all who use it
/// here, and before a commit the kernel is asked whether the lock is still there.
final class RecordLockFile extends LockFile {

  /// Where Linux lists locks: `1: POSIX ADVISORY WRITE 4711 fd:01:1234567 0 0`.
  private static final Path KERNEL_LOCKS = Path.of("/proc/locks");

  private static final int FIELDS = 8;
  private static final int PID = 4;
  private static final int FILE = 5;

  private static final Set<OpenOption> OPTIONS =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

  /// The files that are open in this process.
  private static final Map<Object, Opened> OPENED = new HashMap<>();

  private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

  /// An open file and how many use it.
  private static final class Opened {
    private final Object inode;
    private FileChannel channel;
    // Locks are exclusive only where the file may be written.
    private boolean readOnly;
    private int users;

    Opened(FileChannel channel, boolean readOnly, Object inode) {
      this.channel = channel;
      this.readOnly = readOnly;
      this.inode = inode;
    }

    /// Has the file open for writing as well.
    void makeWritable(Path path) throws IOException {
      FileChannel writable = FileChannel.open(path, OPTIONS);
      // Closing it would drop what is locked by the other one.
      NEVER_CLOSED.add(channel);
      channel = writable;
      readOnly = false;
    }
  }

  private final Path path;
  private final Object key;
  private final Opened opened;
  private final Map<Long, FileLock> locks = new HashMap<>();
  private boolean open = true;

  private RecordLockFile(Path path, Object key, Opened opened) {
    this.path = path;
    this.key = key;
    this.opened = opened;
  }

  static RecordLockFile at(Path path, boolean create) throws IOException {
    return opened(path, create, false);
  }

  /// Opens a file to see who has locked its bytes.
  static RecordLockFile toLookAt(Path path) throws IOException {
    return opened(path, false, true);
  }

  /// @param toLook whether the file need not be writable
  private static RecordLockFile opened(Path path, boolean create, boolean toLook)
      throws IOException {
    if (!Files.isReadable(KERNEL_LOCKS)) {
      throw new FillException(
          path
              + ": without native access a fill must be able to see in "
              + KERNEL_LOCKS
              + " that its locks are not lost, and that cannot be read here; turn native access on"
              + " with --enable-native-access=io.ndmap.mmap");
    }
    synchronized (OPENED) {
      while (true) {
        if (create && !Files.exists(path)) {
          createEmpty(path);
        }
        Object key = LockFile.key(path);
        if (key == null) {
          if (create) {
            continue;
          }
          throw new NoSuchFileException(path.toString());
        }
        Opened found = OPENED.get(key);
        if (found == null) {
          found = openFile(path, key, toLook);
        } else if (found.readOnly && !toLook) {
          found.makeWritable(path);
        }
        if (found != null) {
          found.users++;
          return new RecordLockFile(path, key, found);
        }
      }
    }
  }

  private static void createEmpty(Path path) throws IOException {
    try {
      Files.createFile(path);
    } catch (FileAlreadyExistsException e) {
      // Somebody else was faster, which is as good.
    }
  }

  /// @return null if the file lost its name meanwhile
  private static @Nullable Opened openFile(Path path, Object key, boolean toLook)
      throws IOException {
    FileChannel channel;
    boolean readOnly = false;
    try {
      channel = FileChannel.open(path, OPTIONS);
    } catch (NoSuchFileException e) {
      return null;
    } catch (FileSystemException e) {
      if (!toLook) {
        throw e;
      }
      channel = FileChannel.open(path, StandardOpenOption.READ);
      readOnly = true;
    }
    if (!Objects.equals(LockFile.key(path), key)) {
      // Closing it could drop locks that are held here, if the name is that of such a file now.
      NEVER_CLOSED.add(channel);
      return null;
    }
    Opened opened = new Opened(channel, readOnly, Files.getAttribute(path, "unix:ino"));
    OPENED.put(key, opened);
    return opened;
  }

  @Override
  boolean isStillNamed() throws IOException {
    return Objects.equals(key(path), key);
  }

  @Override
  boolean tryLock(long at) throws IOException {
    if (!open) {
      throw new IllegalStateException(path + ": closed");
    }
    if (locks.containsKey(at)) {
      return true;
    }
    try {
      FileLock lock = opened.channel.tryLock(at, 1, opened.readOnly);
      if (lock == null) {
        return false;
      }
      locks.put(at, lock);
      return true;
    } catch (OverlappingFileLockException e) {
      // Another user in this process has it.
      return false;
    }
  }

  @Override
  void unlock(long at) throws IOException {
    FileLock lock = locks.remove(at);
    if (lock != null) {
      lock.release();
    }
  }

  @Override
  boolean isLockedElsewhere(long at) throws IOException {
    if (locks.containsKey(at)) {
      return false;
    }
    if (!tryLock(at)) {
      return true;
    }
    unlock(at);
    return false;
  }

  @Override
  void requireLocked(long at) throws IOException {
    String inode = ":" + opened.inode;
    String pid = Long.toString(ProcessHandle.current().pid());
    for (String line : Files.readAllLines(KERNEL_LOCKS)) {
      if (line.contains("POSIX")) {
        String[] fields = line.strip().split("\\s+", 0);
        if (fields.length != FIELDS || !fields[PID].equals(pid) || !fields[FILE].endsWith(inode)) {
          continue;
        }
        long first = Long.parseLong(fields[fields.length - 2]);
        String last = fields[fields.length - 1];
        if (first <= at && (last.equals("EOF") || at <= Long.parseLong(last))) {
          return;
        }
      }
    }
    throw new FillException(
        path
            + ": its locks are lost, because something in this process opened and closed it;"
            + " others may take the chunks that this process had claimed");
  }

  @Override
  public void close() throws IOException {
    if (!open) {
      return;
    }
    open = false;
    synchronized (OPENED) {
      opened.users--;
      if (opened.users == 0) {
        OPENED.remove(key);
        opened.channel.close();
        return;
      }
      for (FileLock lock : locks.values()) {
        lock.release();
      }
      locks.clear();
    }
  }
}
