package io.ndmap.cli.run;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.OutputException;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Streams;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;

/// Handles files one after the other; one that fails gives a line and does not keep the others from
/// their turn.
///
/// @param streams where lines go
/// @param json whether failures are lines of JSON on the output, or of text among the errors
/// @param debug whether failures show where they come from
public record Session(Streams streams, boolean json, boolean debug) {

  /// What is done with a file.
  public interface Task {
    void run(Path file) throws IOException, InterruptedException;
  }

  /// Handles each file in its turn.
  ///
  /// @return the exit code: 0 if all went well, 1 if a file failed
  public int run(List<Path> files, Task task) throws IOException {
    int exit = 0;
    for (Path file : files) {
      streams.out().begin();
      try {
        task.run(file);
        streams.out().flush();
      } catch (OutputException e) {
        throw e;
      } catch (OtherFileException e) {
        exit = 1;
        streams.out().takeBack();
        report(e.file(), e.reason());
      } catch (InterruptedException e) {
        streams.out().takeBack();
        Thread.currentThread().interrupt();
        throw new InterruptedIOException(file + ": interrupted");
      } catch (Exception | InternalError | OutOfMemoryError | StackOverflowError e) {
        // Whatever a file can bring about is one line; the errors are what the JVM makes of mapped
        // memory that went away, and of a heap that is too small.
        exit = 1;
        streams.out().takeBack();
        report(file, e);
      }
    }
    return exit;
  }

  private void report(Path file, Throwable error) throws IOException {
    Failure failure = Failure.of(error, file);
    if (json) {
      JsonLine.writeFailure(streams.out(), file, failure);
    } else {
      streams.out().flush();
      streams.err().println("ndmap: " + Printable.line(file + ": " + failure.message()));
    }
    if (debug) {
      error.printStackTrace(streams.err());
    }
    streams.err().flush();
  }
}
