package io.ndmap.cli.fill;

import io.ndmap.cli.argument.Arguments;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.fill.FillControl;
import io.ndmap.fill.SharedFill;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The group of the commands for fills.
@Command(
    name = "fill",
    description = {
      "Fills one array from many processes, chunk by chunk. Processes may join, leave and be killed"
          + " at any time; the others redo the chunks of a dead one.",
      "Keeps the array in FILE.filling until it is complete, then renames it atomically. Java"
          + " (io.ndmap.fill) and Python (ndmap_fill) programs can join the same fill."
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  ndmap fill init x.npy --dtype f8 --shape 16384,8192",
      "  ndmap fill work x.npy --with index &",
      "  ndmap fill work x.npy --with index --workers 2 &",
      "  ndmap fill status x.npy --watch"
    })
public final class FillCommand implements Runnable {

  /// How long is waited for what should take milliseconds.
  static final Duration PATIENCE = Duration.ofMinutes(1);

  public static CommandLine commandLine(Session session) {
    return new CommandLine(new FillCommand())
        .addSubcommand(new FillInitCommand(session))
        .addSubcommand(new FillWorkCommand(session))
        .addSubcommand(new FillStatusCommand(session))
        .addSubcommand(new FillDoctorCommand(session))
        .addSubcommand(new FillEvictCommand(session))
        .addSubcommand(new FillRetryCommand(session))
        .addSubcommand(new FillFinishCommand(session))
        .addSubcommand(new FillRecoverCommand(session))
        .addSubcommand(new FillAbortCommand(session))
        .registerConverter(ChunkContent.Plan.class, Arguments.of(ChunkContent::parse));
  }

  @Override
  public void run() {
    throw new UsageException("Missing command");
  }

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
