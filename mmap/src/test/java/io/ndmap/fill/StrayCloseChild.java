package io.ndmap.fill;

import io.ndmap.testing.TimeLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A participant in whose process something opens and closes the files with the locks while a chunk
/// is claimed, which would drop record locks of the process.
final class StrayCloseChild {

  private StrayCloseChild() {}

  /// Joins, claims a chunk and commits it.
  ///
  /// @param arguments the array
  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[0]);
    try (SharedFill fill = SharedFill.join(path, TimeLimit.TIMEOUT);
        Claim claim = fill.claim().orElseThrow()) {
      Filling.write(claim);
      for (String suffix : List.of(".lock", ".filling")) {
        var _ = Files.readAllBytes(path.resolveSibling(path.getFileName() + suffix));
      }
      claim.commit();
      System.out.println("committed");
      System.in.read();
    }
  }
}
