package io.ndmap.cli.run;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.OutputException;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Streams;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/// One run of a command: its streams, and the loop over its files. A file that fails gives one
/// line, and the loop continues.
///
/// @param streams where lines go
/// @param debug whether failures show where they come from; asked when one happens
public record Session(Streams streams, BooleanSupplier debug) {

  /// The exit code if a file failed.
  public static final int FAILED = 1;

  /// What is done with a file.
  public interface Task {
    void run(Path file) throws IOException, InterruptedException;
  }

  /// What is done with a failure.
  public interface Report {

    /// @param file the file that failed
    void failed(Path file, Failure failure) throws IOException;
  }

  public Output out() {
    return streams.out();
  }

  /// Prints one line about a file.
  public void say(Path file, String text) throws IOException {
    out().write(Printable.line(file + ": " + text) + "\n");
  }

  /// Handles each file in its turn.
  ///
  /// @param json whether failures are lines of JSON on the output, or of text among the errors
  /// @return the exit code: 0 if all went well
  public int run(List<Path> files, boolean json, Task task) throws IOException {
    return run(files, task, json ? this::asJson : this::asText);
  }

  /// Handles each file in its turn.
  ///
  /// @param report takes the failures, after what the file has written is taken back
  /// @return the exit code: 0 if all went well
  public int run(List<Path> files, Task task, Report report) throws IOException {
    int exit = 0;
    for (Path file : files) {
      out().begin();
      try {
        task.run(file);
        out().flush();
      } catch (OutputException e) {
        throw e;
      } catch (OtherFileException e) {
        exit = FAILED;
        report(e.file(), e.reason(), report);
      } catch (InterruptedException e) {
        out().takeBack();
        Thread.currentThread().interrupt();
        throw new InterruptedIOException(file + ": interrupted");
      } catch (Exception | InternalError | OutOfMemoryError | StackOverflowError e) {
        // The errors are what the JVM makes of mapped memory that went away, and of a heap that is
        // too small.
        exit = FAILED;
        report(file, e, report);
      }
    }
    return exit;
  }

  private void report(Path file, Throwable error, Report report) throws IOException {
    out().takeBack();
    report.failed(file, Failure.of(error, file));
    if (debug.getAsBoolean()) {
      error.printStackTrace(streams.err());
    }
    streams.err().flush();
  }

  private void asJson(Path file, Failure failure) throws IOException {
    JsonLine.write(
        out(),
        line ->
            line.text("file", file.toString())
                .text("error", failure.name())
                .text("message", failure.message()));
  }

  private void asText(Path file, Failure failure) throws IOException {
    out().flush();
    streams.err().println("ndmap: " + Printable.line(file + ": " + failure.message()));
  }
}
