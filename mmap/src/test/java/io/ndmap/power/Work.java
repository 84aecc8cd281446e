package io.ndmap.power;

import java.util.Set;

/// The work that is done while the power is cut.
enum Work {
  FILL,
  DURABLE_APPENDS,
  FORCED_APPENDS,
  ROOM,
  ARCHIVES,
  UPDATES,
  CREATE,
  CONVERT;

  Workload load() {
    return switch (this) {
      case FILL -> new FillWorkload();
      case DURABLE_APPENDS -> new AppendWorkload(true);
      case FORCED_APPENDS -> new AppendWorkload(false);
      case ROOM -> new RoomWorkload();
      case ARCHIVES -> new ArchiveWorkload();
      case UPDATES -> new UpdateWorkload();
      case CREATE -> new CreateWorkload();
      case CONVERT -> new ConvertWorkload();
    };
  }

  /// The forces beforehand, which are other work's to leave out; as in [Force#call].
  Set<String> preparing() {
    return switch (this) {
      case DURABLE_APPENDS, FORCED_APPENDS -> Set.of("fsync .rows.npy.#.tmp", "fsync .");
      case ROOM -> Set.of("fsync tight#.npy");
      case UPDATES -> Set.of("fsync .updated#.npz.#.tmp", "fsync .");
      case FILL, ARCHIVES, CREATE, CONVERT -> Set.of();
    };
  }
}
