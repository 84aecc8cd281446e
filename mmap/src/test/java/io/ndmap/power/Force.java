package io.ndmap.power;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The forces of the library: the system calls that force something to the disk, in the order of
/// each round of some work. `strace` can suppress one of them in each round.
enum Force {
  // XFS writes the header itself before it extends the file.
  FILL_ARRAY(Work.FILL, "fsync .fill#.npy.filling.tmp.#.tmp", 1, 9, Loss.ON_EXT4),
  FILL_LEDGER(Work.FILL, "fsync fill#.npy.claims.tmp", 3, 9, Loss.ON_BOTH),
  // The next force covers each of these, except the last, which forces no name.
  FILL_ARRAY_NAME(Work.FILL, "fsync .", 2, 9, Loss.NONE),
  FILL_NAMES(Work.FILL, "fsync .", 4, 9, Loss.NONE),
  FILL_JOIN(Work.FILL, "fsync .", 5, 9, Loss.NONE),
  FILL_OTHER_JOIN(Work.FILL, "fsync .", 6, 9, Loss.NONE),
  FILL_PUBLISHED_NAME(Work.FILL, "fsync .", 8, 9, Loss.NONE),
  FILL_REMOVED_NAMES(Work.FILL, "fsync .", 9, 9, Loss.NONE),
  FILL_DIRECTORY(Work.FILL, "fsync .", 1, 1, Loss.ON_BOTH),
  FILL_ITEMS(Work.FILL, "msync", 1, 2, Loss.ON_BOTH),
  FILL_WORD(Work.FILL, "msync", 2, 2, Loss.ON_BOTH),
  // The elements of all chunks were forced when they were committed.
  FILL_WHOLE(Work.FILL, "fsync fill#.npy.filling", 7, 9, Loss.NONE),
  APPENDED_ROWS(Work.DURABLE_APPENDS, "fdatasync rows.npy", 1, 2, Loss.ON_BOTH),
  APPENDED_HEADER(Work.DURABLE_APPENDS, "fdatasync rows.npy", 2, 2, Loss.ON_BOTH),
  FORCED_APPENDS(Work.FORCED_APPENDS, "fdatasync rows.npy", 1, 1, Loss.ON_BOTH),
  ROOM_HEADERS(Work.ROOM, "fsync tight#.npy.room.tmp", 18, 3, Loss.ON_BOTH),
  ROOM_NAME(Work.ROOM, "fsync .", 19, 3, Loss.ON_BOTH),
  // Both file systems write back a file before they insert into it.
  ROOM_MARK(Work.ROOM, "fdatasync tight#.npy", 1, 4, Loss.NONE),
  ROOM_INSERTED(Work.ROOM, "fdatasync tight#.npy", 2, 4, Loss.ON_BOTH),
  // A new block belongs to the file only after it was written.
  ROOM_REST(Work.ROOM, "fdatasync tight#.npy", 3, 4, Loss.NONE),
  ROOM_UNMARKED(Work.ROOM, "fdatasync tight#.npy", 4, 4, Loss.ON_BOTH),
  // The next appender removes a file that reappears.
  ROOM_REMOVED_NAME(Work.ROOM, "fsync .", 20, 3, Loss.NONE),
  ARCHIVE(Work.ARCHIVES, "fsync .archive#.npz.#.tmp", 1, 2, Loss.ON_BOTH),
  ARCHIVE_NAME(Work.ARCHIVES, "fsync .", 2, 2, Loss.ON_BOTH),
  UPDATE_MARK(Work.UPDATES, "fdatasync updated#.npz", 1, 4, Loss.ON_BOTH),
  UPDATE_FORCED_ITEMS(Work.UPDATES, "msync", 1, 2, Loss.ON_BOTH),
  UPDATE_FORCED_CRC(Work.UPDATES, "fdatasync updated#.npz", 2, 4, Loss.ON_BOTH),
  UPDATE_CLOSED_ITEMS(Work.UPDATES, "msync", 2, 2, Loss.ON_BOTH),
  UPDATE_CLOSED_CRC(Work.UPDATES, "fdatasync updated#.npz", 3, 4, Loss.ON_BOTH),
  UPDATE_REMOVED_MARK(Work.UPDATES, "fdatasync updated#.npz", 4, 4, Loss.ON_BOTH),
  CREATED(Work.CREATE, "fsync .created#.npy.#.tmp", 1, 2, Loss.ON_EXT4),
  CREATED_NAME(Work.CREATE, "fsync .", 2, 2, Loss.ON_BOTH),
  CREATED_ITEMS(Work.CREATE, "msync", 1, 1, Loss.ON_BOTH),
  // The force of the elements includes the header, which is in the same pages.
  CONVERTED_HEADER(Work.CONVERT, "fsync .converted#.npy.#.tmp", 1, 2, Loss.NONE),
  CONVERTED_ITEMS(Work.CONVERT, "msync", 1, 1, Loss.ON_BOTH),
  CONVERTED_NAME(Work.CONVERT, "fsync .", 2, 2, Loss.ON_BOTH);

  /// The file systems on which something is lost without a force.
  private enum Loss {
    ON_BOTH,
    ON_EXT4,
    NONE
  }

  private final Work work;
  private final String call;
  private final int first;
  private final int period;
  private final Loss loss;

  Force(Work work, String call, int first, int period, Loss loss) {
    this.work = work;
    this.call = call;
    this.first = first;
    this.period = period;
    this.loss = loss;
  }

  /// The work that makes it.
  Work work() {
    return work;
  }

  /// Its system call and the file's name, with `#` for numbers.
  String call() {
    return call;
  }

  /// Whether the rig loses something without it. Otherwise the file system or another force has the
  /// same effect in time.
  boolean loses(DiskFormat format) {
    return switch (loss) {
      case ON_BOTH -> true;
      case ON_EXT4 -> format == DiskFormat.EXT4;
      case NONE -> false;
    };
  }

  /// The command under which work does everything except this force: the call does nothing and
  /// succeeds.
  ///
  /// @param directory the directory of the work
  /// @param trace the prefix of trace files, as for [ForceTrace#command]
  List<String> leavingOut(Path directory, Path trace) {
    List<String> command = new ArrayList<>(ForceTrace.command(trace));
    if (this == FILL_DIRECTORY) {
      command.addAll(List.of("-P", directory.toString()));
    }
    String name = call.split(" ", 2)[0];
    command.addAll(List.of("-e", "inject=%s:retval=0:when=%s+%s".formatted(name, first, period)));
    return command;
  }
}
