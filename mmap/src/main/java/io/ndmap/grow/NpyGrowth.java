package io.ndmap.grow;

import io.ndmap.file.AccessRights;
import io.ndmap.file.TemporaryFile;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.AppenderActiveException;
import io.ndmap.npy.GrowException;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.HeaderPaddingException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.TrailingBytesException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.padding.PendingPadding;
import io.ndmap.posix.Channels;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Disk;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/// Inspects and repairs growing files, and extends the padding of their headers.
///
/// [#repair] and [#extendPadding] hold the file's lock: it excludes concurrent repairs, extensions
/// and appenders. Like [NpyAppender], they need Linux, and a JVM that does not deny native access.
public final class NpyGrowth {

  /// The result of [NpyGrowth#extendPadding].
  public enum PaddingChange {
    /// The padding was already sufficient; at most an interrupted extension was completed or
    /// undone.
    UNNEEDED,
    /// A block was inserted before the data; the data were not copied.
    INSERTED,
    /// The file was rewritten, and replaced in one step.
    REWRITTEN
  }

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  private NpyGrowth() {}

  /// Inspects a file without changing it. While another process appends, the rows that are not yet
  /// counted in the header belong to the trailing bytes.
  ///
  /// @param path the file, on the default file system
  /// @return the state that an appender would find
  /// @throws IOException as [NpyFile#open(Path)]
  /// @throws NpyFormatException as [NpyFile#open(Path)], unless only data are missing
  /// @throws GrowException if the array has no axis
  public static GrowthState inspect(Path path) throws IOException {
    return inspect(path, HeaderLimits.DEFAULT);
  }

  /// Inspects a file as [#inspect(Path)] does, with another limit on the header. Appenders and the
  /// other methods of this class refuse headers beyond the default limit.
  ///
  /// @param path the file, on the default file system
  /// @param limits the limits of the header
  /// @return the state of the file
  /// @throws IOException as [#inspect(Path)]
  /// @throws NpyFormatException as [#inspect(Path)]
  /// @throws GrowException if the array has no axis
  public static GrowthState inspect(Path path, HeaderLimits limits) throws IOException {
    Path real = path.toRealPath();
    NpyHeader header;
    try {
      header = header(path, limits);
    } catch (TruncatedDataException e) {
      header = headerAlone(path, limits);
    }
    boolean interrupted = Files.exists(PendingPadding.beside(real));
    long end = header.dataOffset() + header.dataBytes();
    try (FileChannel channel = FileChannel.open(real, StandardOpenOption.READ)) {
      long size = channel.size();
      long trailing = Math.max(0, size - end);
      return new GrowthState(
          header.shape(),
          GrowingHeader.axis(header),
          rowBytes(header),
          trailing,
          Math.max(0, end - size),
          Channels.read(channel, end, MAGIC.length).equals(ByteBuffer.wrap(MAGIC)),
          GrowingHeader.isPaddingSufficient(header),
          interrupted);
    }
  }

  /// Returns whether an appender has the file open, or [#repair] or [#extendPadding] is running:
  /// trailing bytes may then be rows that are being written.
  ///
  /// @param path the file, on the default file system
  /// @return false also if this JVM does not support open-file-description locks
  /// @throws IOException if the file cannot be read, or its file system does not support the locks
  public static boolean isBeingAppended(Path path) throws IOException {
    if (OpenFile.obstacle().isPresent()) {
      return false;
    }
    try (OpenFile file = OpenFile.openReadOnly(path)) {
      return file.isLockedElsewhere(LockedArray.BYTE, 1);
    }
  }

  /// Reads the header of an array.
  ///
  /// @throws GrowException if the array has no axis
  static NpyHeader header(Path path) throws IOException {
    return header(path, HeaderLimits.DEFAULT);
  }

  private static NpyHeader header(Path path, HeaderLimits limits) throws IOException {
    NpyHeader header = NpyFile.readHeader(path, limits);
    return requireAxis(path, NpyHeaderCodec.requireNoObjects(header, path.toString()));
  }

  private static NpyHeader requireAxis(Path path, NpyHeader header) {
    if (header.shape().rank() == 0) {
      throw new GrowException(
          path.toString(), "expected an array with an axis to grow along, found shape ()");
    }
    return header;
  }

  /// Reads the header of an array with missing data.
  private static NpyHeader headerAlone(Path path, HeaderLimits limits) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return requireAxis(path, NpyHeaderCodec.read(in, path.toString(), limits));
    }
  }

  private static long rowBytes(NpyHeader header) {
    return GrowingHeader.withLength(header, 1).dataBytes();
  }

  /// Repairs a file as [#repair(Path, TrailingBytes)], and refuses trailing bytes.
  ///
  /// @param path the file, on the default file system
  /// @return the state before the repair
  /// @throws IOException as [#repair(Path, TrailingBytes)], which also lists the other exceptions
  /// @throws TrailingBytesException if bytes follow the data; everything else is repaired
  public static GrowthState repair(Path path) throws IOException {
    return repair(path, TrailingBytes.REFUSE);
  }

  /// Repairs a file. An interrupted extension of the header's padding is completed or undone. If
  /// data are missing, the header's length is set to the number of complete rows, and an incomplete
  /// row is cut off. Bytes that follow the data are treated as requested. The repair is forced to
  /// the disk.
  ///
  /// @param path the file, on the default file system
  /// @param trailing the treatment of bytes that follow the data: [TrailingBytes#RECOVER] counts
  ///   the complete rows among them and cuts off the rest; [TrailingBytes#TRUNCATE] cuts off all of
  ///   them, even if they are another array; [TrailingBytes#REFUSE] throws an exception
  /// @return the state before the repair
  /// @throws TrailingBytesException if bytes follow the data and are to be refused, or are to be
  ///   recovered although a row has no bytes; everything else is repaired
  /// @throws HeaderPaddingException if the header's padding is too short for the recovered rows;
  ///   everything else is repaired
  /// @throws IOException if the file cannot be read and written
  /// @throws NpyFormatException if the file is not an array that can be mapped, or the system
  ///   crashed while the file system was moving the file's blocks
  /// @throws AppenderActiveException if an appender has the file open
  /// @throws GrowException if the array cannot grow, see [NpyAppender#open(Path, AppendOptions)],
  ///   or another array follows the data and `trailing` is not [TrailingBytes#TRUNCATE] (everything
  ///   else is then repaired)
  public static GrowthState repair(Path path, TrailingBytes trailing) throws IOException {
    try (LockedArray array = LockedArray.open(path, AppendOptions.DEFAULT.timeout())) {
      GrowthState found = inspect(array.path());
      new PaddingInsertion(array, _ -> {}).complete();
      if (found.missingBytes() > 0) {
        shorten(array);
        cut(array, header(array.path()));
      }
      array.file().force();
      if (found.trailingBytes() > 0) {
        if (trailing != TrailingBytes.TRUNCATE) {
          requireDecision(array, found, trailing);
          recover(array, found.trailingRows());
        }
        cut(array, header(array.path()));
        array.file().force();
      }
      return found;
    }
  }

  /// Adds rows that follow the data to the header's length.
  private static void recover(LockedArray array, long rows) throws IOException {
    NpyHeader header = header(array.path());
    NpyHeader longer = GrowingHeader.withLength(header, GrowingHeader.length(header) + rows);
    array.write(ByteBuffer.wrap(GrowingHeader.bytes(longer, array.path())), 0);
  }

  /// Sets the header's length to the number of complete rows.
  private static void shorten(LockedArray array) throws IOException {
    NpyHeader header = headerAlone(array.path(), HeaderLimits.DEFAULT);
    long length = (array.file().size() - header.dataOffset()) / rowBytes(header);
    NpyHeader shorter = GrowingHeader.withLength(header, length);
    array.write(ByteBuffer.wrap(GrowingHeader.bytes(shorter, array.path())), 0);
  }

  /// Cuts off the bytes after the data.
  private static void cut(LockedArray array, NpyHeader header) throws IOException {
    long end = header.dataOffset() + header.dataBytes();
    if (array.file().size() > end) {
      array.file().truncate(end);
    }
  }

  /// Extends the header's padding so that it suffices for any number of rows, and forces the change
  /// to the disk. Files written by NumPy and ndmap have enough padding from the beginning; files of
  /// old versions of NumPy or of other writers may not.
  ///
  /// If the file system can insert a range (ext4 and xfs), and one block (usually 4 KiB) is enough
  /// without exceeding NumPy's limit on headers, the block is inserted at the start of the file,
  /// and the data are not copied. **During the insertion the file must not be mapped or opened**,
  /// in this process or another, because its bytes move. Otherwise the file is rewritten, which
  /// needs as much additional disk space as the file has bytes, and replaced in one step; existing
  /// mappings keep the old file. Trailing bytes are kept.
  ///
  /// If the process is killed during an insertion, ndmap can still open the file. (A killed
  /// rewriting leaves the old file.) The next appender, or [#repair], completes or undoes the
  /// extension; until then, other programs cannot read the file.
  ///
  /// @param path the file, on the default file system
  /// @return the result
  /// @throws IOException if the file cannot be read and written, for instance because its disk is
  ///   full; the elements are unchanged, and an insertion that had begun is completed or undone
  ///   later, as after a kill
  /// @throws NpyFormatException if the file is not an array that can be mapped, or data are missing
  /// @throws AppenderActiveException if an appender has the file open
  /// @throws GrowException if the array cannot grow, see [NpyAppender#open(Path, AppendOptions)]
  public static PaddingChange extendPadding(Path path) throws IOException {
    return extendPadding(path, _ -> {});
  }

  static PaddingChange extendPadding(Path path, Consumer<GrowStep> progress) throws IOException {
    try (LockedArray array = LockedArray.open(path, AppendOptions.DEFAULT.timeout())) {
      new PaddingInsertion(array, _ -> {}).complete();
      NpyHeader header = header(array.path());
      if (GrowingHeader.isPaddingSufficient(header)) {
        return PaddingChange.UNNEEDED;
      }
      if (new PaddingInsertion(array, progress).insert(header)) {
        return PaddingChange.INSERTED;
      }
      rewrite(array.path(), header);
      return PaddingChange.REWRITTEN;
    }
  }

  /// Rewrites a file with the header that NumPy would write, and replaces it in one step.
  static void rewrite(Path path, NpyHeader header) throws IOException {
    byte[] longer =
        NpyHeaderCodec.encode(header.version(), header.dtype(), header.order(), header.shape());
    try (TemporaryFile temporary = TemporaryFile.createPrivate(path);
        FileChannel source = FileChannel.open(path, StandardOpenOption.READ)) {
      FileChannel target = temporary.channel();
      Channels.write(target, ByteBuffer.wrap(longer), 0);
      long data = source.size() - header.dataOffset();
      Channels.copy(source, header.dataOffset(), data, target.position(longer.length));
      AccessRights.of(path).giveTo(temporary.path());
      Disk.force(target, path);
      temporary.replace(path);
    }
    Directories.forceParent(path);
  }

  /// Completes or undoes an interrupted extension of a file's padding, and checks the bytes after
  /// the data, which are kept.
  ///
  /// @return the state of the file
  /// @throws GrowException if another array follows the data
  /// @throws TrailingBytesException if bytes follow the data and are to be refused, or are to be
  ///   recovered although a row has no bytes
  static GrowthState prepare(LockedArray array, TrailingBytes trailing) throws IOException {
    new PaddingInsertion(array, _ -> {}).complete();
    GrowthState found = inspect(array.path());
    requireDecision(array, found, trailing);
    return found;
  }

  private static void requireDecision(LockedArray array, GrowthState found, TrailingBytes trailing)
      throws IOException {
    if (found.hasFollowingArray()) {
      NpyHeader header = header(array.path());
      throw new GrowException(
          array.path().toString(),
          ("after its data, at byte %s, another array begins, which would be overwritten; to cut"
                  + " it off, use ndmap verify --repair --truncate, or NpyGrowth.repair with"
                  + " TrailingBytes.TRUNCATE")
              .formatted(header.dataOffset() + header.dataBytes()));
    }
    // Rows without bytes cannot be counted; recovering them would cut off all trailing bytes.
    boolean countsNothing = trailing == TrailingBytes.RECOVER && found.rowBytes() == 0;
    if (found.trailingBytes() > 0 && (trailing == TrailingBytes.REFUSE || countsNothing)) {
      throw refusal(array.path().toString(), found);
    }
  }

  private static TrailingBytesException refusal(String file, GrowthState found) {
    return found.rowBytes() == 0
        ? new TrailingBytesException(file, found.trailingBytes())
        : new TrailingBytesException(
            file, found.trailingBytes(), found.trailingRows(), found.trailingRest());
  }
}
