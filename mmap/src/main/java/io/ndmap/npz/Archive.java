package io.ndmap.npz;

import io.ndmap.file.RegularFile;
import io.ndmap.mmap.FileRange;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.SharedMapping;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.op.FileClosedException;
import io.ndmap.zip.LocalHeader;
import io.ndmap.zip.MemberChannel;
import io.ndmap.zip.ZipDirectory;
import io.ndmap.zip.ZipMember;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An open archive, used by all its [members][NpzMember]: the channel of the file, the central
/// directory, the mapping for stored members, and the memory limit for inflated members.
/// Thread-safe.
final class Archive implements AutoCloseable {

  private static final Set<OpenOption> READING = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> WRITING =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

  private final Path path;
  private final OpenMode mode;
  private final NpzOptions options;
  private final Reopening reopening;
  private final ZipDirectory directory;
  private final Consumer<UpdateStep> progress;
  private final SharedMapping mapping;
  private FileChannel channel;
  private boolean closed;

  /// The bytes of memory that inflated members take.
  private long inflatedBytes;

  private Archive(
      Path path,
      OpenMode mode,
      NpzOptions options,
      Reopening reopening,
      FileChannel channel,
      ZipDirectory directory,
      Consumer<UpdateStep> progress) {
    this.path = path;
    this.mode = mode;
    this.options = options;
    this.reopening = reopening;
    this.channel = channel;
    this.directory = directory;
    this.progress = progress;
    this.mapping = new SharedMapping(path, mode, options.members());
  }

  /// Opens an archive.
  ///
  /// @param progress called after each step of an update; if it throws, the update ends there
  static Archive open(Path path, OpenMode mode, NpzOptions options, Consumer<UpdateStep> progress)
      throws IOException {
    Object fileKey = RegularFile.attributes(path).fileKey();
    return over(
        path, channel(path, mode), mode, options, () -> again(path, mode, fileKey), progress);
  }

  /// Opens an archive through a channel, for reading.
  static Archive open(Path path, FileChannel channel, NpzOptions options) throws IOException {
    Reopening never =
        () -> {
          throw new IOException(path + ": an interrupt closed the channel of the archive");
        };
    return over(path, channel, OpenMode.READ_ONLY, options, never, _ -> {});
  }

  private static Archive over(
      Path path,
      FileChannel channel,
      OpenMode mode,
      NpzOptions options,
      Reopening reopening,
      Consumer<UpdateStep> progress)
      throws IOException {
    try {
      ZipDirectory directory = ZipDirectory.read(channel, path.toString(), options.maxMembers());
      return new Archive(path, mode, options, reopening, channel, directory, progress);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /// Opens the file again after an interrupt has closed its channel.
  private interface Reopening {
    FileChannel open() throws IOException;
  }

  private static FileChannel again(Path path, OpenMode mode, @Nullable Object fileKey)
      throws IOException {
    if (!Objects.equals(RegularFile.attributes(path).fileKey(), fileKey)) {
      throw new IOException(path + ": was replaced by another file since it was opened");
    }
    return channel(path, mode);
  }

  // The channel is read-only for READ_ONLY, because mapping past the end of a writable channel
  // extends the file.
  private static FileChannel channel(Path path, OpenMode mode) throws IOException {
    return FileChannel.open(path, mode == OpenMode.READ_ONLY ? READING : WRITING);
  }

  Path path() {
    return path;
  }

  OpenMode mode() {
    return mode;
  }

  NpzOptions options() {
    return options;
  }

  ZipDirectory directory() {
    return directory;
  }

  /// Reports a completed step of an update.
  void did(UpdateStep step) {
    progress.accept(step);
  }

  /// Returns the channel of the file that was opened, even if another file has its name now. An
  /// interrupt of a thread that uses the channel closes the channel for all threads; this method
  /// then opens the file again.
  ///
  /// @throws FileClosedException if the archive is closed
  /// @throws IOException if the channel was closed by an interrupt, and the file cannot be opened
  ///   again: because another file has its name now, or because the archive was opened through a
  ///   channel of the caller
  synchronized FileChannel channel() throws IOException {
    if (closed) {
      throw closed();
    }
    if (!channel.isOpen()) {
      channel = reopening.open();
    }
    return channel;
  }

  /// Opens the array of a stored member in the shared mapping of the archive.
  NpyFile map(FileRange range) throws IOException {
    return mapping.open(channel(), range);
  }

  FileClosedException closed() {
    return new FileClosedException(path.toString(), "the archive is closed", null);
  }

  synchronized boolean isOpen() {
    return !closed;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    mapping.close();
    channel.close();
  }

  String source(ZipMember member) {
    return member.source(path.toString());
  }

  LocalHeader header(ZipMember member) throws IOException {
    return LocalHeader.read(channel(), path.toString(), member);
  }

  MemberChannel read(ZipMember member) throws IOException {
    return MemberChannel.open(channel(), path.toString(), member, header(member));
  }

  /// Counts the memory into which a compressed member is about to be inflated.
  ///
  /// @throws ResourceLimitException if all inflated members together would exceed the limit of the
  ///   options; the memory is then not counted
  synchronized void claim(ZipMember member, long bytes) {
    if (bytes > options.maxInflatedBytes() - inflatedBytes) {
      throw new ResourceLimitException(
          source(member),
          member.headerOffset(),
          "inflated members would take "
              + bytes
              + " bytes beside "
              + inflatedBytes
              + " others, the limit is "
              + options.maxInflatedBytes()
              + "; the option NpzOptions.withMaxInflatedBytes raises it");
    }
    inflatedBytes += bytes;
  }

  /// Subtracts memory that [#claim] has counted.
  synchronized void release(long bytes) {
    inflatedBytes -= bytes;
  }
}
