package io.ndmap.cli.array;

import io.ndmap.cli.output.Quantity;
import io.ndmap.cli.run.Session;
import io.ndmap.grow.GrowthState;
import io.ndmap.grow.NpyGrowth;
import io.ndmap.npy.GrowException;
import io.ndmap.npy.ObjectArrayException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Repairs `.npy` files whose appender died, or says what would be done.
final class ArrayRepair {

  private ArrayRepair() {}

  /// Repairs a file, and says what was done.
  ///
  /// @param dryRun whether nothing is changed
  static void run(Session session, Path file, boolean dryRun) throws IOException {
    GrowthState found;
    try {
      found = NpyGrowth.inspect(file);
    } catch (GrowException _) {
      session.say(file, "there is nothing to repair: it has no axis to grow along");
      return;
    } catch (ObjectArrayException _) {
      session.say(file, "there is nothing to repair: arrays of objects do not grow");
      return;
    }
    if (found.arrayBehind()) {
      session.say(file, "left alone: another array begins behind its data");
      return;
    }
    List<String> actions = actions(found);
    if (actions.isEmpty()) {
      session.say(file, "there is nothing to repair");
    } else if (!dryRun) {
      var _ = NpyGrowth.repair(file);
    }
    for (String action : actions) {
      session.say(file, (dryRun ? "would " : "") + action);
    }
  }

  private static List<String> actions(GrowthState found) {
    List<String> actions = new ArrayList<>();
    if (found.roomInterrupted()) {
      actions.add("complete or undo the room that was being made in its header");
    }
    if (found.missingBytes() > 0) {
      actions.add(
          "let the header count the whole rows that are there: "
              + Quantity.count(found.missingBytes(), "byte")
              + " of its data are missing");
    }
    if (found.trailingBytes() > 0) {
      actions.add("cut off " + Quantity.count(found.trailingBytes(), "byte") + " behind its data");
    }
    return actions;
  }
}
