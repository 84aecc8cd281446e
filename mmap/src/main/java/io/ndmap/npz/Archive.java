package io.ndmap.npz;

import io.ndmap.file.ReopenedChannel;
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
import java.nio.file.Path;
import java.util.function.Consumer;

/// An open archive, used by all its [members][NpzMember]: the channel of the file, the central
/// directory, the mapping for stored members, and the memory limit for inflated members.
/// Thread-safe.
final class Archive implements AutoCloseable {

  private final Path path;
  private final OpenMode mode;
  private final NpzOptions options;
  private final ZipDirectory directory;
  private final Consumer<UpdateStep> progress;
  private final SharedMapping mapping;
  private final ReopenedChannel file;
  private boolean closed;

  /// The bytes of memory that inflated members take.
  private long inflatedBytes;

  private Archive(
      Path path,
      OpenMode mode,
      NpzOptions options,
      ReopenedChannel file,
      ZipDirectory directory,
      Consumer<UpdateStep> progress) {
    this.path = path;
    this.mode = mode;
    this.options = options;
    this.file = file;
    this.directory = directory;
    this.progress = progress;
    this.mapping = new SharedMapping(path, mode, options.members());
  }

  /// Opens an archive.
  ///
  /// @param progress called after each step of an update; if it throws, the update ends there
  static Archive open(Path path, OpenMode mode, NpzOptions options, Consumer<UpdateStep> progress)
      throws IOException {
    ReopenedChannel file = ReopenedChannel.open(path, mode != OpenMode.READ_ONLY);
    return over(path, file, mode, options, progress);
  }

  /// Opens an archive through a channel, for reading.
  static Archive open(Path path, FileChannel channel, NpzOptions options) throws IOException {
    ReopenedChannel file = ReopenedChannel.of(path, channel);
    return over(path, file, OpenMode.READ_ONLY, options, _ -> {});
  }

  private static Archive over(
      Path path,
      ReopenedChannel file,
      OpenMode mode,
      NpzOptions options,
      Consumer<UpdateStep> progress)
      throws IOException {
    try {
      ZipDirectory directory =
          ZipDirectory.read(file.channel(), path.toString(), options.maxMembers());
      return new Archive(path, mode, options, file, directory, progress);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
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

  /// Returns the channel, as [ReopenedChannel#channel].
  ///
  /// @throws FileClosedException if the archive is closed
  synchronized FileChannel channel() throws IOException {
    if (closed) {
      throw closed();
    }
    return file.channel();
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
    file.close();
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
          "the inflated member takes "
              + bytes
              + " bytes, other inflated members "
              + inflatedBytes
              + "; the limit for all together is "
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
