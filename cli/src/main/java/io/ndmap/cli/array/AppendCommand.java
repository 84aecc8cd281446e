package io.ndmap.cli.array;

import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.Failure;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.grow.AppendOptions;
import io.ndmap.grow.HeaderRoomException;
import io.ndmap.grow.NpyAppender;
import io.ndmap.grow.NpyGrowth;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Appends rows of other files to an array, in place.
@Command(
    name = "append",
    description = {
      "Appends the rows of other .npy files to an array, in place: along the first axis, of an"
          + " array in Fortran order along the last.",
      "Checks all SRC before it appends the first. Readers see all rows of a SRC or none, also if"
          + " the command is killed. Stops at the first SRC that fails; those before it stay"
          + " appended, and the error names them. One process at a time appends to a file."
    },
    footer = {
      "%nExamples:",
      "  ndmap append log.npy monday.npy tuesday.npy",
      "  ndmap append log.npy rows.npy --durable --patience 60"
    })
public final class AppendCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(index = "0", paramLabel = "DST", description = "The .npy file to append to.")
  private Path target = Path.of("");

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "SRC",
      description = "The .npy files of its rows: of its dtype in any byte order and memory order.")
  private List<Path> sources = List.of();

  @Option(
      names = "--durable",
      description = "Force the rows of each SRC to the disk, and then the header that counts them.")
  private boolean durable;

  @Option(
      names = "--make-room",
      description =
          "If the header has no room for the new length, make it first. Nobody else may have DST"
              + " open then.")
  private boolean makeRoom;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      description = "How long to wait for another appender of DST to end (default: 0).")
  private Long patience = 0L;

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  public AppendCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    execution.check();
    UsageException.requireRange("--patience", patience, 0, Integer.MAX_VALUE);
    return session.run(List.of(target), false, this::append);
  }

  private void append(Path file) throws IOException {
    long cut = 0;
    String shape = "";
    for (int done = 0; done < sources.size(); ) {
      try (NpyAppender appender = NpyAppender.open(file, options())) {
        cut += appender.trailingBytes();
        // No row is appended where the rows of another SRC do not fit.
        for (int next = done; done == 0 && next < sources.size(); next++) {
          check(appender, sources.get(next));
        }
        for (; done < sources.size(); done++) {
          append(appender, done);
        }
        shape = appender.shape().toString();
      } catch (HeaderRoomException e) {
        if (!makeRoom || NpyGrowth.makeRoom(file) == NpyGrowth.Room.UNNEEDED) {
          throw new OtherFileException(file, withAppended(file, done, e));
        }
      }
    }
    session.say(file, "shape " + shape + (cut == 0 ? "" : "; cut off before: " + cut + " bytes"));
  }

  private AppendOptions options() {
    AppendOptions options = AppendOptions.DEFAULT.withPatience(Duration.ofSeconds(patience));
    return durable ? options.withDurability() : options;
  }

  private static void check(NpyAppender appender, Path source) throws IOException {
    try (NpyFile npy = NpyFile.open(source)) {
      appender.check(npy.view());
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(source, e);
    }
  }

  private void append(NpyAppender appender, int number) throws IOException {
    Path source = sources.get(number);
    try (NpyFile npy = NpyFile.open(source);
        Progress progress = Progress.of(session.streams(), "append", source)) {
      NdView<?> rows = npy.view();
      progress.begin(npy.header().dataBytes());
      appender.append(rows.on(execution.execution(progress, npy.dtype().itemsize())));
    } catch (HeaderRoomException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(source, withAppended(source, number, e));
    }
  }

  /// A failure that says whose rows are in the file already.
  private Exception withAppended(Path failed, int count, Exception error) {
    if (count == 0) {
      return error;
    }
    String names =
        sources.subList(0, count).stream().map(Path::toString).collect(Collectors.joining(", "));
    return new IOException(
        Failure.of(error, failed).message() + "; appended before: " + names, error);
  }
}
