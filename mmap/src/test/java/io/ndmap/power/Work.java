package io.ndmap.power;

import java.util.Set;

/// The work during which the power is cut.
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
      case ROOM -> new PaddingWorkload();
      case ARCHIVES -> new ArchiveWorkload();
      case UPDATES -> new UpdateWorkload();
      case CREATE -> new CreateWorkload();
      case CONVERT -> new ConvertWorkload();
    };
  }

  /// The forces before the work proper, which are suppressed for other work; as in [Force#call].
  Set<String> preparing() {
    return switch (this) {
      case DURABLE_APPENDS, FORCED_APPENDS -> Set.of("fsync .rows.npy.#.tmp", "fsync .");
      case ROOM -> Set.of("fsync tight#.npy");
      case UPDATES -> Set.of("fsync .updated#.npz.#.tmp", "fsync .");
      case FILL, ARCHIVES, CREATE, CONVERT -> Set.of();
    };
  }
}
