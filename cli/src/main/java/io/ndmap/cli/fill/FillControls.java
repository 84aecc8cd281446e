package io.ndmap.cli.fill;

import io.ndmap.fill.FillControl;
import io.ndmap.fill.SharedFill;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// What commands have in common that do something about a fill that is there.
final class FillControls {

  private FillControls() {}

  /// Joins a fill without waiting for one that is not there.
  ///
  /// @throws NoSuchFileException if there is neither a fill nor an array
  static SharedFill join(Path path) throws IOException, InterruptedException {
    var _ = FillControl.of(path).status();
    return SharedFill.join(path, FillCommand.PATIENCE);
  }

  /// A fill that cannot give its array its name, in words: no option of a command replaces files
  /// that came in between.
  static IOException nameTaken(FileAlreadyExistsException cause) {
    return new IOException(cause.getFile() + ": " + cause.getReason(), cause);
  }

  /// A fill that is not there, in words.
  static NoSuchFileException noFill(Path path, NoSuchFileException cause) {
    NoSuchFileException error =
        new NoSuchFileException(
            path.toString(),
            null,
            Files.exists(path)
                ? "this array is complete, and nobody fills it"
                : "there is no fill of this name");
    var _ = error.initCause(cause);
    return error;
  }
}
