package io.ndmap.cli.array;

import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.Session;
import io.ndmap.grow.GrowthState;
import io.ndmap.grow.NpyGrowth;
import io.ndmap.grow.TrailingBytes;
import io.ndmap.npy.GrowException;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TrailingBytesException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Repairs a `.npy` file whose appender died, or reports the repairs needed.
final class ArrayRepair {

  private ArrayRepair() {}

  /// The treatment of trailing bytes that the options select.
  static TrailingBytes decision(boolean recover, boolean truncate) {
    return recover
        ? TrailingBytes.RECOVER
        : truncate ? TrailingBytes.TRUNCATE : TrailingBytes.REFUSE;
  }

  /// Repairs a file and reports each repair.
  ///
  /// @param trailing the treatment of bytes that follow the data
  /// @param dryRun whether to change nothing
  static void run(Session session, Path file, TrailingBytes trailing, boolean dryRun)
      throws IOException {
    GrowthState found;
    try {
      found = NpyGrowth.inspect(file);
    } catch (GrowException _) {
      session.say(file, "there is nothing to repair: it has no axis to grow along");
      return;
    } catch (ObjectArrayException _) {
      session.say(file, "there is nothing to repair: arrays of objects do not grow");
      return;
    } catch (ResourceLimitException _) {
      session.say(file, "left alone: arrays with so long a header do not grow");
      return;
    }
    boolean keepsArray = found.hasFollowingArray() && trailing != TrailingBytes.TRUNCATE;
    TrailingBytes decided = keepsArray ? TrailingBytes.REFUSE : trailing;
    List<String> actions = actions(found, decided);
    if (found.isClean()) {
      session.say(file, "there is nothing to repair");
    } else if (!dryRun && (!keepsArray || found.isPaddingInterrupted())) {
      repair(file, decided, keepsArray);
    }
    for (String action : actions) {
      session.say(file, (dryRun ? "would " : "") + action);
    }
    if (keepsArray) {
      session.say(
          file, "left alone: another array begins after its data, which --truncate would cut off");
    }
  }

  /// @param keepsArray whether the trailing bytes form an array, which is left unchanged
  private static void repair(Path file, TrailingBytes trailing, boolean keepsArray)
      throws IOException {
    try {
      var _ = NpyGrowth.repair(file, trailing);
    } catch (TrailingBytesException e) {
      // The trailing bytes are left unchanged. `ndmap verify` reports them after the repair.
    } catch (GrowException e) {
      // If the trailing bytes form an array, this exception is thrown after the header was
      // completed.
      if (!keepsArray || NpyGrowth.inspect(file).isPaddingInterrupted()) {
        throw e;
      }
    }
  }

  /// Describes the bytes that follow the data of an array.
  static String trailing(GrowthState found) {
    if (found.rowBytes() == 0) {
      return QuantityText.count(found.trailingBytes(), "byte") + " after rows that have no bytes";
    }
    return ("%s, which its header does not count, as a killed recorder or appender leaves them: %s"
            + " and %s")
        .formatted(
            QuantityText.count(found.trailingBytes(), "byte"),
            QuantityText.count(found.trailingRows(), "whole row"),
            QuantityText.count(found.trailingRest(), "byte"));
  }

  private static List<String> actions(GrowthState found, TrailingBytes trailing) {
    List<String> actions = new ArrayList<>();
    if (found.isPaddingInterrupted()) {
      actions.add("complete or undo the extension of its header");
    }
    if (found.missingBytes() > 0) {
      actions.add(
          "let the header count the whole rows that are there: "
              + QuantityText.count(found.missingBytes(), "byte")
              + " of its data are missing");
    }
    // Rows of zero bytes cannot be counted, so bytes after them are not recovered as rows.
    boolean recovers = trailing == TrailingBytes.RECOVER && found.rowBytes() > 0;
    long cut = recovers ? found.trailingRest() : found.trailingBytes();
    if (recovers && found.trailingRows() > 0) {
      actions.add(
          "let the header count %s more"
              .formatted(QuantityText.count(found.trailingRows(), "whole row")));
    }
    if ((recovers || trailing == TrailingBytes.TRUNCATE) && cut > 0) {
      actions.add("cut off " + QuantityText.count(cut, "byte") + " after its data");
    }
    return actions;
  }
}
