package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.ChildContender;
import io.ndmap.benchmarks.contest.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/// A JVM of the race of files: answers the requests of a [ChildContender] until its input ends.
final class FilesWorker {

  private FilesWorker() {}

  /// Runs the contender.
  ///
  /// @param arguments the name of the contender, the directory of the data, and the number of
  ///   blocks that are appended
  public static void main(String... arguments) throws IOException {
    FilesContender contender =
        new FilesContender(arguments[0], Path.of(arguments[1]), Integer.parseInt(arguments[2]));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(answer(contender, line.split("\t", -1)));
    }
  }

  private static String answer(FilesContender contender, String... request) throws IOException {
    return switch (request[0]) {
      case "knows" -> contender.knows(request[1]) ? "yes" : "no";
      case "check" -> "ok" + contender.check(request[1], 0).fields();
      case "run" ->
          "ok\t"
              + contender.run(
                  request[1],
                  0,
                  Integer.parseInt(request[3]),
                  Clock.valueOf(request[4].toUpperCase(Locale.ROOT)));
      default -> throw new IllegalArgumentException("not a request: " + request[0]);
    };
  }
}
