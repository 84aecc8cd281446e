package io.ndmap.grow;

import io.ndmap.layout.Order;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.AppenderActiveException;
import io.ndmap.npy.GrowException;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.posix.Channels;
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
/// Of all methods but [#inspect] one at a time works on a file, and no appender: they take its
/// lock. They need what [NpyAppender] needs.
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
    Path real = path.toRealPath();
    NpyHeader header;
    try {
      header = header(path);
    } catch (TruncatedDataException e) {
      header = headerAlone(path);
    }
    boolean interrupted = Files.exists(PendingRoom.beside(real));
    long end = header.dataOffset() + header.dataBytes();
    try (FileChannel channel = FileChannel.open(real, StandardOpenOption.READ)) {
      long size = channel.size();
      long trailing = Math.max(0, size - end);
      int most = (int) Math.min(trailing, HeaderLimits.DEFAULT_MAX_CHARACTERS);
      return new GrowthState(
          header.shape(),
          GrowingHeader.axis(header),
          trailing,
          Math.max(0, end - size),
          trailing > 0 && isArray(Channels.read(channel, end, most), trailing),
          GrowingHeader.hasRoom(header),
          interrupted);
    }
  }

  /// The header of an array that has an axis.
  static NpyHeader header(Path path) throws IOException {
    NpyHeader header = NpyHeaderCodec.requireNoObjects(NpyFile.readHeader(path), path.toString());
    return requireAxis(path, header);
  }

  private static NpyHeader requireAxis(Path path, NpyHeader header) {
    if (header.shape().rank() == 0) {
      throw new GrowException(
          path.toString(), "expected an array with an axis to grow along, found shape ()");
    }
    return header;
  }

  /// The header of an array some of whose data are missing.
  private static NpyHeader headerAlone(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return requireAxis(path, NpyHeaderCodec.read(in, path.toString(), HeaderLimits.DEFAULT));
    }
  }

  private static boolean isArray(ByteBuffer bytes, long there) {
    try {
      HeaderLimits limits = HeaderLimits.DEFAULT;
      long end = NpyHeaderCodec.headerEnd(bytes, there, "what follows", limits);
      return end <= bytes.remaining()
          && NpyHeaderCodec.decodeAny(bytes, "what follows", limits).dataOffset() > 0;
    } catch (NpyFormatException e) {
      return false;
    }
  }

  /// Repairs a file: completes or undoes room that was being made when a process died, cuts off
  /// what follows the data, whatever it is, and, if data are missing, gives the header as many rows
  /// as are there in whole. All is forced to the disk.
  ///
  /// @param path the file, on the default file system
  /// @return what was found, and is repaired
  /// @throws IOException if the file cannot be read and written
  /// @throws NpyFormatException if it is no array that can be mapped, or the system crashed while
  ///   the file system moved its blocks
  /// @throws AppenderActiveException if an appender has it
  /// @throws GrowException if it cannot grow, see [NpyAppender#open(Path, AppendOptions)]
  public static GrowthState repair(Path path) throws IOException {
    try (LockedArray array = LockedArray.open(path, AppendOptions.DEFAULT.patience())) {
      GrowthState found = inspect(array.path());
      var _ = new RoomMaking(array, _ -> {}).complete();
      if (found.missingBytes() > 0) {
        shorten(array);
      }
      cut(array, header(array.path()));
      array.file().force();
      return found;
    }
  }

  /// Lets the header count the rows that are there.
  private static void shorten(LockedArray array) throws IOException {
    NpyHeader header = headerAlone(array.path());
    long rowBytes = GrowingHeader.withLength(header, 1).dataBytes();
    long length = (array.file().size() - header.dataOffset()) / rowBytes;
    NpyHeader shorter = GrowingHeader.withLength(header, length);
    array.write(ByteBuffer.wrap(GrowingHeader.bytes(shorter).orElseThrow()), 0);
  }

  /// Cuts off what follows the data.
  static void cut(LockedArray array, NpyHeader header) throws IOException {
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
  /// the old one.
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
      NpyHeader header = prepare(array);
      if (GrowingHeader.hasRoom(header)) {
        return Room.UNNEEDED;
      }
      if (new RoomMaking(array, progress).insert(header)) {
        return Room.INSERTED;
      }
      try (NpyFile file = NpyFile.open(array.path())) {
        Order order = header.order();
        CreateOptions options = CreateOptions.DEFAULT.withReplacing();
        NpyFile.write(array.path(), file.view(), order, options.withVersion(header.version()));
      }
      return Room.REWRITTEN;
    }
  }

  /// Makes a file ready: what was interrupted is completed, and nothing follows the data.
  ///
  /// @throws GrowException if another array does
  static NpyHeader prepare(LockedArray array) throws IOException {
    var _ = new RoomMaking(array, _ -> {}).complete();
    GrowthState found = inspect(array.path());
    NpyHeader header = header(array.path());
    if (found.arrayBehind()) {
      throw new GrowException(
          array.path().toString(),
          ("behind its data, at byte %s, another array begins, which would be overwritten; use"
                  + " NpyGrowth.repair to cut it off")
              .formatted(header.dataOffset() + header.dataBytes()));
    }
    cut(array, header);
    return header;
  }
}
