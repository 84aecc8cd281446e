package io.ndmap.grow;

import io.ndmap.file.AccessRights;
import io.ndmap.file.TemporaryFile;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.AppenderActiveException;
import io.ndmap.npy.GrowException;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.HeaderRoomException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.TrailingBytesException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.posix.Channels;
import io.ndmap.posix.Directories;
import io.ndmap.posix.Disk;
import io.ndmap.posix.OpenFile;
import io.ndmap.room.PendingRoom;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/// What growing files need beside appending: room in their header, a look at them, and repair.
///
/// All methods but `inspect` take the file's lock: only one of them works on a file at a time, and
/// no appender does meanwhile. They need what [NpyAppender] needs.
public final class NpyGrowth {

  /// What [NpyGrowth#makeRoom] has done.
  public enum Room {
    /// Nothing: there was room.
    UNNEEDED,
    /// A block was inserted before the data, which were not copied.
    INSERTED,
    /// The file was written again, and replaced in one step.
    REWRITTEN
  }

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  private NpyGrowth() {}

  /// Looks at a file, which is not changed. While another process appends, what it has written and
  /// not yet counted is among the trailing bytes.
  ///
  /// @param path the file, on the default file system
  /// @return what an appender would find
  /// @throws IOException as [NpyFile#open(Path)]
  /// @throws NpyFormatException as [NpyFile#open(Path)], unless only data are missing
  /// @throws GrowException if the array has no axis
  public static GrowthState inspect(Path path) throws IOException {
    return inspect(path, HeaderLimits.DEFAULT);
  }

  /// The same as [#inspect(Path)] of a file whose header may be longer. Appenders, and the other
  /// methods, refuse such a file.
  ///
  /// @param path the file, on the default file system
  /// @param limits the longest header to read
  /// @return what follows the data, and what is missing
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
    boolean interrupted = Files.exists(PendingRoom.beside(real));
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
          GrowingHeader.hasRoom(header),
          interrupted);
    }
  }

  /// Whether an appender has a file now: what follows its data may be rows that are just written.
  ///
  /// @param path the file, on the default file system
  /// @return false also where locks cannot be asked for
  /// @throws IOException if the file cannot be read
  public static boolean isBeingAppended(Path path) throws IOException {
    if (OpenFile.obstacle().isPresent()) {
      return false;
    }
    try (OpenFile file = OpenFile.openReadOnly(path)) {
      return file.isLockedElsewhere(LockedArray.BYTE, 1);
    }
  }

  /// The header of an array that has an axis.
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

  /// The header of an array some of whose data are missing.
  private static NpyHeader headerAlone(Path path, HeaderLimits limits) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return requireAxis(path, NpyHeaderCodec.read(in, path.toString(), limits));
    }
  }

  private static long rowBytes(NpyHeader header) {
    return GrowingHeader.withLength(header, 1).dataBytes();
  }

  /// Repairs a file whose data nothing follows, as [#repair(Path, TrailingBytes)].
  ///
  /// @param path the file, on the default file system
  /// @return what was found, and is repaired
  /// @throws IOException as [#repair(Path, TrailingBytes)]
  /// @throws TrailingBytesException if bytes follow its data; the rest is repaired
  public static GrowthState repair(Path path) throws IOException {
    return repair(path, TrailingBytes.REFUSE);
  }

  /// Repairs a file: completes or undoes room that was being made when a process died; if data are
  /// missing, gives the header as many rows as are there in whole, and cuts off the part of a row
  /// behind them; and does with bytes that follow the data what the caller has decided. All is
  /// forced to the disk.
  ///
  /// @param path the file, on the default file system
  /// @param trailing [TrailingBytes#RECOVER] counts the whole rows among them and cuts off the
  ///   rest; [TrailingBytes#TRUNCATE] cuts them off, whatever they are, another array too
  /// @return what was found, and is repaired
  /// @throws TrailingBytesException if they are to be refused and there are some, or are to be
  ///   recovered and rows have no bytes; the rest is repaired
  /// @throws HeaderRoomException if the header has no room for the rows; the rest is repaired
  /// @throws IOException if the file cannot be read and written
  /// @throws NpyFormatException if it is no array that can be mapped, or the system crashed while
  ///   the file system moved its blocks
  /// @throws AppenderActiveException if an appender has it
  /// @throws GrowException if it cannot grow, see [NpyAppender#open(Path, AppendOptions)], or
  ///   another array follows its data and is to be recovered
  public static GrowthState repair(Path path, TrailingBytes trailing) throws IOException {
    try (LockedArray array = LockedArray.open(path, AppendOptions.DEFAULT.patience())) {
      GrowthState found = inspect(array.path());
      var _ = new RoomMaking(array, _ -> {}).complete();
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

  /// Lets the header count rows that follow the data.
  private static void recover(LockedArray array, long rows) throws IOException {
    NpyHeader header = header(array.path());
    NpyHeader longer = GrowingHeader.withLength(header, GrowingHeader.length(header) + rows);
    array.write(ByteBuffer.wrap(GrowingHeader.bytes(longer, array.path())), 0);
  }

  /// Lets the header count the rows that are there.
  private static void shorten(LockedArray array) throws IOException {
    NpyHeader header = headerAlone(array.path(), HeaderLimits.DEFAULT);
    long length = (array.file().size() - header.dataOffset()) / rowBytes(header);
    NpyHeader shorter = GrowingHeader.withLength(header, length);
    array.write(ByteBuffer.wrap(GrowingHeader.bytes(shorter, array.path())), 0);
  }

  /// Cuts off what follows the data.
  private static void cut(LockedArray array, NpyHeader header) throws IOException {
    long end = header.dataOffset() + header.dataBytes();
    if (array.file().size() > end) {
      array.file().truncate(end);
    }
  }

  /// Makes room in the header for any number of rows, forced to the disk. NumPy's and ndmap's files
  /// have it from the beginning; those of old or other writers may not.
  ///
  /// Where the file system can insert a range (ext4 and xfs), a block of 4 KiB is inserted before
  /// the data, which are not copied: **there must be no mapping of the file then**, in this process
  /// or another, and nobody may open it meanwhile, for its bytes move. Elsewhere the file is
  /// written again, which takes its space once more, and replaced in one step; open mappings keep
  /// the old one. Bytes that follow the data go with them.
  ///
  /// A process that is killed meanwhile leaves a file that ndmap opens as before, and that the next
  /// appender or [#repair] completes; until then other programs refuse it.
  ///
  /// @param path the file, on the default file system
  /// @return what was done
  /// @throws IOException if the file cannot be read and written, for instance because its disk is
  ///   full; it is as it was
  /// @throws NpyFormatException if it is no array that can be mapped, or data are missing
  /// @throws AppenderActiveException if an appender has it
  /// @throws GrowException if it cannot grow, see [NpyAppender#open(Path, AppendOptions)]
  public static Room makeRoom(Path path) throws IOException {
    return makeRoom(path, _ -> {});
  }

  static Room makeRoom(Path path, Consumer<GrowStep> progress) throws IOException {
    try (LockedArray array = LockedArray.open(path, AppendOptions.DEFAULT.patience())) {
      var _ = new RoomMaking(array, _ -> {}).complete();
      NpyHeader header = header(array.path());
      if (GrowingHeader.hasRoom(header)) {
        return Room.UNNEEDED;
      }
      if (new RoomMaking(array, progress).insert(header)) {
        return Room.INSERTED;
      }
      rewrite(array.path(), header);
      return Room.REWRITTEN;
    }
  }

  /// Writes a file again with the header that NumPy would write, and replaces it in one step.
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

  /// Makes a file ready: what was interrupted is completed. What follows the data stays.
  ///
  /// @return what was found behind the data
  /// @throws GrowException if another array follows them
  /// @throws TrailingBytesException if bytes do that are to be refused
  static GrowthState prepare(LockedArray array, TrailingBytes trailing) throws IOException {
    var _ = new RoomMaking(array, _ -> {}).complete();
    GrowthState found = inspect(array.path());
    requireDecision(array, found, trailing);
    return found;
  }

  private static void requireDecision(LockedArray array, GrowthState found, TrailingBytes trailing)
      throws IOException {
    if (found.arrayBehind()) {
      NpyHeader header = header(array.path());
      throw new GrowException(
          array.path().toString(),
          ("behind its data, at byte %s, another array begins, which would be overwritten; to cut"
                  + " it off, use ndmap verify --repair --truncate, or NpyGrowth.repair with"
                  + " TrailingBytes.TRUNCATE")
              .formatted(header.dataOffset() + header.dataBytes()));
    }
    // Rows without bytes cannot be counted, and recovering them would cut off everything.
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
