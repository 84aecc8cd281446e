package io.ndmap.cli.fill;

import io.ndmap.fill.FillControl;
import io.ndmap.fill.SharedFill;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/// Joins fills, with the timeouts that the commands share.
final class FillJoin {

  /// The timeout for steps that should take milliseconds.
  static final Duration TIMEOUT = Duration.ofMinutes(1);

  private FillJoin() {}

  /// Converts a number of seconds. Numbers above 2³¹-1 (68 years) are reduced to that.
  static Duration seconds(long number) {
    return Duration.ofSeconds(Math.min(number, Integer.MAX_VALUE));
  }

  /// Joins a fill, without waiting for a fill to be created.
  ///
  /// @throws NoSuchFileException if there is neither a fill nor an array
  static SharedFill join(Path path) throws IOException, InterruptedException {
    var _ = FillControl.of(path).status();
    return SharedFill.join(path, TIMEOUT);
  }

  /// Returns an error for a fill that cannot give the array its name, because another file with
  /// that name was created meanwhile. No option of a command replaces that file.
  static IOException nameTaken(FileAlreadyExistsException cause) {
    return new IOException(cause.getFile() + ": " + cause.getReason(), cause);
  }
}
