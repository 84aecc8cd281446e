package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayText;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.grow.AppendOptions;
import io.ndmap.grow.HeaderRoomException;
import io.ndmap.grow.NpyAppender;
import io.ndmap.grow.NpyGrowth;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
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
      "Readers see all rows of a SRC or none, also if the command is killed. Stops at the first SRC"
          + " that fails; those before it stay appended. One process at a time appends to a file."
    },
    footer = {
      "%nExamples:",
      "  ndmap append log.npy monday.npy tuesday.npy",
      "  ndmap append log.npy rows.npy --durable --patience 60"
    })
public final class AppendCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(index = "0", paramLabel = "DST", description = "The .npy file to append to.")
  private ArrayText target = new ArrayText("");

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "SRC",
      description =
          "The .npy files of its rows, or archive.npz::member: of its dtype in any byte order and"
              + " memory order.")
  private List<ArrayText> sources = List.of();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

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
    ArrayName into = target.name();
    if (into.member().isPresent()) {
      throw new UsageException(
          "DST: "
              + into
              + ": members of archives do not grow; append to a .npy file, and put that into an"
              + " archive with ndmap npz create");
    }
    List<ArrayName> from = member.of(sources);
    return session.run(List.of(into.file()), false, file -> append(file, from));
  }

  private void append(Path file, List<ArrayName> from) throws IOException {
    long cut = 0;
    String shape = "";
    for (int done = 0; done < from.size(); ) {
      try (NpyAppender appender = NpyAppender.open(file, options())) {
        cut += appender.trailingBytes();
        for (; done < from.size(); done++) {
          append(appender, from.get(done));
        }
        shape = appender.shape().toString();
      } catch (HeaderRoomException e) {
        if (!makeRoom || NpyGrowth.makeRoom(file) == NpyGrowth.Room.UNNEEDED) {
          throw e;
        }
      }
    }
    session.say(file, "shape " + shape + (cut == 0 ? "" : "; cut off before: " + cut + " bytes"));
  }

  private AppendOptions options() {
    AppendOptions options = AppendOptions.DEFAULT.withPatience(Duration.ofSeconds(patience));
    return durable ? options.withDurability() : options;
  }

  private void append(NpyAppender appender, ArrayName source) throws IOException {
    try (NamedArray npy = NamedArray.open(source, limits.options());
        Progress progress = Progress.of(session.streams(), "append", source)) {
      NdView<?> rows = npy.view();
      progress.begin(npy.header().dataBytes());
      appender.append(rows.on(execution.execution(progress, rows.dtype().itemsize())));
    } catch (HeaderRoomException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(source, e);
    }
  }
}
