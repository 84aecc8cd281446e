package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The lines of `--json`: one for each contender of a row.
final class JsonLines {

  private static final List<String> CONTENDERS = List.of("ndmap", "numpy", "c", "ffm");

  private JsonLines() {}

  /// Returns the lines of a row.
  ///
  /// @param standing the result of the row
  /// @return a JSON object for each contender that took part; a ratio in it is the time of another
  ///   contender divided by the time of this contender, or null if the other one took no part
  static List<String> of(Standing standing) {
    List<String> lines = new ArrayList<>();
    for (String contender : CONTENDERS) {
      OptionalDouble nanos = standing.nanos(contender);
      if (nanos.isPresent()) {
        OptionalDouble oneThread = standing.ratio(OneThread.NAME, contender);
        lines.add(
            "{\"op\":\""
                + standing.operation().name()
                + "\",\"contender\":\""
                + contender
                + "\",\"median_ms\":"
                + Quantity.json(OptionalDouble.of(nanos.getAsDouble() / 1e6))
                + ",\"gb_per_s\":"
                + Quantity.json(standing.gigabytesPerSecond(contender))
                + ",\"ratio_to_numpy\":"
                + Quantity.json(standing.ratio("numpy", contender))
                + ",\"ratio_to_c\":"
                + Quantity.json(standing.ratio("c", contender))
                + (oneThread.isPresent()
                    ? ",\"ratio_to_one_thread\":" + Quantity.json(oneThread)
                    : "")
                + "}");
      }
    }
    return lines;
  }
}
