package io.ndmap.cli.run;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.OutputException;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Streams;
import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/// One run of a command: its streams, and the loop over its files. A failed file is reported on one
/// line, and the loop continues; it ends if the output cannot be written or the thread is
/// interrupted.
///
/// @param streams the streams of the run
/// @param debug whether to print stack traces; evaluated when a failure is reported
public record Session(Streams streams, BooleanSupplier debug) {

  /// The exit code if a file failed.
  public static final int FAILED = 1;

  /// An operation on a file.
  public interface Task {
    void run(Path file) throws IOException, InterruptedException;
  }

  /// An operation on an array.
  public interface ArrayTask {
    void run(ArrayName name) throws IOException, InterruptedException;
  }

  /// Reports a failure.
  public interface Report {

    /// @param name the array that failed
    void failed(ArrayName name, FileFailure failure) throws IOException;
  }

  public Output out() {
    return streams.out();
  }

  /// Prints one line about a file.
  public void say(Path file, String text) throws IOException {
    say(ArrayName.of(file), text);
  }

  /// Prints one line about an array.
  public void say(ArrayName name, String text) throws IOException {
    out().write(Printable.line(name + ": " + text) + "\n");
  }

  /// Runs a task for each file in order.
  ///
  /// @param json whether failures are reported as JSON on the output, instead of text on standard
  ///   error
  /// @return the exit code: 0 if no file failed
  public int run(List<Path> files, boolean json, Task task) throws IOException {
    return runArrays(
        files.stream().map(ArrayName::of).toList(), json, name -> task.run(name.file()));
  }

  /// Runs a task for each array in order, like [#run].
  ///
  /// @param json whether failures are reported as JSON on the output, instead of text on standard
  ///   error
  /// @return the exit code: 0 if no array failed
  public int runArrays(List<ArrayName> names, boolean json, ArrayTask task) throws IOException {
    return runArrays(names, task, json ? this::asJson : this::asText);
  }

  /// Runs a task for each array in order.
  ///
  /// @param report receives the failures, after the output of the failed array is retracted
  /// @return the exit code: 0 if no array failed
  public int runArrays(List<ArrayName> names, ArrayTask task, Report report) throws IOException {
    int exit = 0;
    for (ArrayName name : names) {
      out().begin();
      try {
        task.run(name);
        out().flush();
      } catch (OutputException e) {
        throw e;
      } catch (OtherFileException e) {
        exit = FAILED;
        report(e.name(), e.reason(), report);
      } catch (InterruptedException e) {
        out().retract();
        Thread.currentThread().interrupt();
        throw new InterruptedIOException(name + ": interrupted");
      } catch (Exception | InternalError | OutOfMemoryError | StackOverflowError e) {
        // The JVM throws these errors for truncated mappings and for a heap that is too small.
        exit = FAILED;
        report(name, e, report);
      }
    }
    return exit;
  }

  private void report(ArrayName name, Throwable error, Report report) throws IOException {
    out().retract();
    report.failed(name, FileFailure.of(error, name));
    if (debug.getAsBoolean()) {
      error.printStackTrace(streams.err());
    }
    streams.err().flush();
  }

  private void asJson(ArrayName file, FileFailure failure) throws IOException {
    JsonLine.write(
        out(),
        line ->
            line.text("file", file.toString())
                .text("error", failure.name())
                .text("message", failure.message()));
  }

  private void asText(ArrayName file, FileFailure failure) throws IOException {
    out().flush();
    streams.err().println("ndmap: " + Printable.line(file + ": " + failure.message()));
  }
}
