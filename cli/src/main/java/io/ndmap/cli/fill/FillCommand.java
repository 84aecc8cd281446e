package io.ndmap.cli.fill;

import io.ndmap.cli.NdmapCommand;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// One array that many processes fill; the work is done by its subcommands.
@Command(
    name = "fill",
    description = {
      "Fills one array by many processes at once, chunk by chunk. Any of them may come, go and be"
          + " killed at any time; what a dead one had begun is done again by another.",
      "Until all of it is there, the array is in FILE.filling; then it gets its name, in one step."
          + " Programs in Java (io.ndmap.fill) and Python (ndmap_fill) take part in the same fill."
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
  public static final Duration PATIENCE = Duration.ofMinutes(1);

  @Spec private @Nullable CommandSpec spec;

  public static CommandLine commandLine(NdmapCommand ndmap) {
    return new CommandLine(new FillCommand())
        .addSubcommand(new FillInitCommand(ndmap))
        .addSubcommand(new FillWorkCommand(ndmap))
        .addSubcommand(new FillStatusCommand(ndmap))
        .addSubcommand(new FillDoctorCommand(ndmap))
        .addSubcommand(new FillEvictCommand(ndmap))
        .addSubcommand(new FillRetryCommand(ndmap))
        .addSubcommand(new FillFinishCommand(ndmap))
        .addSubcommand(new FillRecoverCommand(ndmap))
        .addSubcommand(new FillAbortCommand(ndmap));
  }

  @Override
  public void run() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "Missing command");
  }

  /// Refuses a number that is out of range.
  ///
  /// @throws ParameterException if it is wrong usage
  public static void requireRange(
      CommandSpec spec, String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          option
              + (most == Long.MAX_VALUE
                  ? " must be at least " + least
                  : " must be from " + least + " to " + most)
              + ", found "
              + value);
    }
  }

  /// As many seconds as a person says; more than a lifetime is for ever.
  public static Duration seconds(long number) {
    return Duration.ofSeconds(Math.min(number, Integer.MAX_VALUE));
  }
}
