package io.ndmap.cli.fill;

import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.fill.FillControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A command that changes a fill without joining it.
abstract class FillControlCommand extends FileCommand {

  FillControlCommand(Session session) {
    super(session);
  }

  /// Changes the fill and returns a description of the change.
  abstract String change(FillControl fill) throws IOException, InterruptedException;

  @Override
  protected final void run(Path file) throws IOException, InterruptedException {
    try {
      session().say(file, change(FillControl.of(file)));
    } catch (NoSuchFileException e) {
      NoSuchFileException error =
          new NoSuchFileException(
              file.toString(),
              null,
              Files.exists(file)
                  ? "this array is complete and not being filled"
                  : "there is no fill of this name");
      var _ = error.initCause(e);
      throw error;
    }
  }
}
