package io.ndmap.file;

import io.ndmap.posix.Directories;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A file under a temporary name, `.x.npy.<pid>-<random>.tmp`, or without a name, until it is
/// published under its final name. A temporary name is deleted when this object is closed, or when
/// the JVM shuts down before that (Ctrl-C). A file without a name also disappears when the process
/// is killed.
public final class TemporaryFile implements AutoCloseable {

  private static final SecureRandom RANDOM = new SecureRandom();

  // The limit of common file systems on the length of a name.
  private static final int MAX_NAME_BYTES = 255;

  private final Path path;
  private final FileChannel channel;

  /// The open file if it has no name, otherwise null.
  private final @Nullable OpenFile nameless;

  /// The shutdown hook that deletes the temporary name; not registered for a nameless file.
  private final Thread hook = new Thread(this::deleteAtEnd, "leftover");

  private TemporaryFile(Path path, FileChannel channel, @Nullable OpenFile nameless) {
    this.path = path;
    this.channel = channel;
    this.nameless = nameless;
  }

  /// Creates an empty file that is open for reading and writing, with the rights of a new file.
  ///
  /// @param target the final name of the file
  /// @throws FileSystemException if the file cannot be created; the exception has the JDK's class
  ///   for the reason, such as `AccessDeniedException`, and names the target
  public static TemporaryFile create(Path target) throws IOException {
    return create(target, new FileAttribute<?>[0]);
  }

  /// Creates an empty file that only its owner can access, if the file system has permissions.
  public static TemporaryFile createPrivate(Path target) throws IOException {
    return target.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? create(
            target,
            PosixFilePermissions.asFileAttribute(
                EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)))
        : create(target);
  }

  /// Creates an empty file that only its owner can access. If the system supports nameless files
  /// that can get a name later, the file has no name.
  public static TemporaryFile createNameless(Path target) throws IOException {
    Path directory = Objects.requireNonNull(target.toAbsolutePath().getParent(), "a directory");
    Optional<OpenFile> nameless = OpenFile.nameless(directory);
    if (nameless.isPresent()) {
      OpenFile file = nameless.get();
      if (canBeNamed(target, directory)) {
        try {
          return new TemporaryFile(
              file.link(),
              FileChannel.open(file.link(), StandardOpenOption.READ, StandardOpenOption.WRITE),
              file);
        } catch (IOException e) {
          // The system has no /proc.
        }
      }
      file.close();
    }
    return createPrivate(target);
  }

  /// Whether a nameless file can get a name in the directory. This is tested with another file,
  /// because a file can get a name only once.
  private static boolean canBeNamed(Path target, Path directory) {
    Optional<OpenFile> probe = OpenFile.nameless(directory);
    if (probe.isEmpty()) {
      return false;
    }
    try (OpenFile file = probe.get()) {
      Path name = beside(target);
      file.publish(name);
      Files.delete(name);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static TemporaryFile create(Path target, FileAttribute<?>... attributes)
      throws IOException {
    Path path = beside(target);
    try {
      // CREATE_NEW fails if the name exists. So this object never deletes a file that it has not
      // created.
      TemporaryFile file =
          new TemporaryFile(
              path,
              FileChannel.open(
                  path,
                  Set.of(
                      StandardOpenOption.CREATE_NEW,
                      StandardOpenOption.READ,
                      StandardOpenOption.WRITE),
                  attributes),
              null);
      file.hook();
      return file;
    } catch (FileSystemException e) {
      throw Directories.naming(target, e);
    }
  }

  /// Returns a random name in the directory of a file; nothing is created, and nothing checks that
  /// the name is free. Processes in different containers may have the same process ID: the random
  /// part of the name distinguishes them.
  public static Path beside(Path target) {
    Path name = target.getFileName();
    if (name == null) {
      throw new IllegalArgumentException("'" + target + "' names no file");
    }
    String suffix =
        ".%s-%s.tmp"
            .formatted(
                ProcessHandle.current().pid(), HexFormat.of().toHexDigits(RANDOM.nextLong()));
    String stem = name.toString();
    while (1 + stem.getBytes(StandardCharsets.UTF_8).length + suffix.length() > MAX_NAME_BYTES) {
      stem = stem.substring(0, stem.offsetByCodePoints(stem.length(), -1));
    }
    return target.resolveSibling("." + stem + suffix);
  }

  /// Returns the temporary name; for a nameless file, a link that only this process can follow.
  public Path path() {
    return path;
  }

  /// Returns the channel of the file, open for reading and writing until this object is closed.
  public FileChannel channel() {
    return channel;
  }

  /// Publishes the file under a name that must be free, in one step.
  ///
  /// @throws FileAlreadyExistsException if the name is taken
  /// @throws FileSystemException if the system cannot publish the file in one step
  public void publish(Path target) throws IOException {
    if (nameless == null) {
      Directories.publish(path, target);
    } else {
      nameless.publish(target);
    }
  }

  /// Returns whether the file has no temporary name.
  public boolean isNameless() {
    return nameless != null;
  }

  /// Publishes the file under a name, and replaces the file of that name, in one step.
  public void replace(Path target) throws IOException {
    if (nameless == null) {
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    // A nameless file cannot replace another file directly: it needs a temporary name for a moment.
    Path named = beside(target);
    nameless.publish(named);
    try {
      Files.move(named, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(named);
    }
  }

  /// Removes the temporary name if it still exists.
  public void delete() throws IOException {
    if (nameless == null) {
      Files.deleteIfExists(path);
    }
  }

  /// Closes the file, and removes the temporary name if it still exists.
  @Override
  public void close() throws IOException {
    try (nameless;
        channel) {
      unhook();
    } finally {
      delete();
    }
  }

  private void hook() {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down already.
    }
  }

  private void unhook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook may run too.
    }
  }

  private void deleteAtEnd() {
    try {
      delete();
    } catch (IOException e) {
      System.err.println("ndmap: " + path + " could not be deleted: " + e.getMessage());
    }
  }
}
