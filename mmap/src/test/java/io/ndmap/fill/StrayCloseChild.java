package io.ndmap.fill;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A participant in whose process something opens and closes the lock file while a chunk is
/// claimed, which drops record locks of the process.
final class StrayCloseChild {

  private StrayCloseChild() {}

  /// Joins, claims a chunk and commits it.
  ///
  /// @param arguments the array
  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[0]);
    try (SharedFill fill = SharedFill.join(path, Duration.ofMinutes(1));
        Claim claim = fill.claim().orElseThrow()) {
      Filling.write(claim);
      var _ = Files.readAllBytes(path.resolveSibling(path.getFileName() + ".lock"));
      try {
        claim.commit();
        System.out.println("committed");
      } catch (FillException e) {
        System.out.println(e.getMessage());
      }
      System.in.read();
    }
  }
}
