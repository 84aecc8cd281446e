package io.ndmap.cli.fill;

import io.ndmap.fill.FillControl;
import io.ndmap.fill.SharedFill;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/// How the commands join a fill, and how long they wait.
final class FillJoin {

  /// How long is waited for what should take milliseconds.
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private FillJoin() {}

  /// As many seconds as a person says; more than a lifetime is for ever.
  static Duration seconds(long number) {
    return Duration.ofSeconds(Math.min(number, Integer.MAX_VALUE));
  }

  /// Joins a fill without waiting for one that is not there.
  ///
  /// @throws NoSuchFileException if there is neither a fill nor an array
  static SharedFill join(Path path) throws IOException, InterruptedException {
    var _ = FillControl.of(path).status();
    return SharedFill.join(path, PATIENCE);
  }

  /// A fill that cannot give its array its name, in words: no option of a command replaces files
  /// that came in between.
  static IOException nameTaken(FileAlreadyExistsException cause) {
    return new IOException(cause.getFile() + ": " + cause.getReason(), cause);
  }
}
