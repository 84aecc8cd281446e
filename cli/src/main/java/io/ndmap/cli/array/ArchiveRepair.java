package io.ndmap.cli.array;

import io.ndmap.cli.run.Session;
import io.ndmap.npz.NpzOptions;
import io.ndmap.npz.NpzRepair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Repairs an archive, or reports the repairs needed.
public final class ArchiveRepair {

  private ArchiveRepair() {}

  /// Repairs an archive and reports each repair.
  ///
  /// @param dryRun whether to change nothing
  /// @param limits the limits for opening the archive
  public static void run(Session session, Path file, boolean dryRun, NpzOptions limits)
      throws IOException {
    List<NpzRepair.Action> actions =
        dryRun ? NpzRepair.plan(file, limits) : NpzRepair.repair(file, limits);
    for (NpzRepair.Action action : actions) {
      session.say(file, (dryRun ? "would " : "") + text(action));
    }
    if (actions.isEmpty()) {
      session.say(file, "there is nothing to repair");
    }
  }

  private static String text(NpzRepair.Action action) {
    return switch (action.kind()) {
      case SET_CRC -> "set the CRC of member '" + action.target() + "': " + action.detail();
      case CLEAR_MARK ->
          "remove the mark of an update from member '" + action.target() + "': " + action.detail();
      case REBUILD_DIRECTORY -> "rebuild the central directory: " + action.detail();
    };
  }
}
