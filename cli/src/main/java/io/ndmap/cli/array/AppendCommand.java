package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayText;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.output.Quantity;
import io.ndmap.cli.run.Failure;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.grow.AppendOptions;
import io.ndmap.grow.NpyAppender;
import io.ndmap.grow.NpyGrowth;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderRoomException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npz.ArrayName;
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
      "Appends the rows of other arrays to an array, in place.",
      "Rows are along the first axis, of an array in Fortran order along the last.",
      "Checks all SRC before it appends the first. Readers see all rows of a SRC or none, also if"
          + " the command is killed. Stops at the first SRC that fails; those before it stay"
          + " appended, and the error names them. One process at a time appends to a file.",
      "Bytes that follow the data of DST, as a killed recorder leaves them, are refused: --recover"
          + " takes them as rows, --truncate cuts them off."
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

  @Option(
      names = "--recover",
      description =
          "Count whole rows that follow the data of DST first. A part of a row behind them is cut"
              + " off.")
  private boolean recover;

  @Option(
      names = "--truncate",
      description =
          "Cut off what follows the data of DST, before the first row is appended: without rows"
              + " nothing is.")
  private boolean truncate;

  @Mixin private ExecutionOptions execution = new ExecutionOptions();

  public AppendCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    execution.check();
    UsageException.requireRange("--patience", patience, 0, Integer.MAX_VALUE);
    UsageException.requireOneOf("--recover", recover, "--truncate", truncate);
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
    for (ArrayName source : from) {
      // Before anything is done to the target.
      requireArray(source);
    }
    long recovered = 0;
    long cut = 0;
    long kept = 0;
    String shape = "";
    for (int done = 0; done < from.size(); ) {
      try (NpyAppender appender = NpyAppender.open(file, options())) {
        recovered = Math.max(recovered, appender.recoveredRows());
        // They stay until a row is appended, for which room may have to be made.
        long trailing = appender.trailingBytes();
        Shape before = appender.shape();
        // No row is appended where the rows of another SRC do not fit.
        for (int next = done; done == 0 && next < from.size(); next++) {
          check(appender, from.get(next));
        }
        for (; done < from.size(); done++) {
          append(appender, from, done);
        }
        boolean isSame = appender.shape().equals(before);
        cut = Math.max(cut, isSame ? 0 : trailing);
        kept = isSame ? trailing : 0;
        shape = appender.shape().toString();
      } catch (ResourceLimitException e) {
        throw new IOException(
            "its header has more than 10000 characters; such an array does not grow, also with"
                + " --max-header, which is for SRC",
            e);
      } catch (HeaderRoomException e) {
        if (!makeRoom || NpyGrowth.makeRoom(file) == NpyGrowth.Room.UNNEEDED) {
          throw new OtherFileException(file, withAppended(ArrayName.of(file), from, done, e));
        }
      }
    }
    session.say(
        file,
        "shape "
            + shape
            + (recovered == 0 ? "" : "; recovered before: " + Quantity.count(recovered, "row"))
            + (cut == 0 ? "" : "; cut off before: " + Quantity.count(cut, "byte"))
            + (kept == 0
                ? ""
                : "; no row was appended, so what follows the data stays: "
                    + Quantity.count(kept, "byte")));
  }

  private void requireArray(ArrayName source) throws OtherFileException {
    try {
      NamedArray.open(source, limits.options()).close();
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(source, e);
    }
  }

  private AppendOptions options() {
    AppendOptions options =
        AppendOptions.DEFAULT
            .withPatience(Duration.ofSeconds(patience))
            .withTrailing(ArrayRepair.decision(recover, truncate));
    return durable ? options.withDurability() : options;
  }

  private void check(NpyAppender appender, ArrayName source) throws IOException {
    try (NamedArray npy = NamedArray.open(source, limits.options())) {
      appender.check(npy.view());
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(source, e);
    }
  }

  private void append(NpyAppender appender, List<ArrayName> from, int number) throws IOException {
    ArrayName source = from.get(number);
    try (NamedArray npy = NamedArray.open(source, limits.options());
        Progress progress = Progress.of(session.streams(), "append", source)) {
      NdView<?> rows = npy.view();
      progress.begin(npy.header().dataBytes());
      appender.append(rows.on(execution.execution(progress, rows.dtype().itemsize())));
    } catch (HeaderRoomException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(source, withAppended(source, from, number, e));
    }
  }

  /// A failure that says whose rows are in the file already.
  private static Exception withAppended(
      ArrayName failed, List<ArrayName> from, int count, Exception error) {
    if (count == 0) {
      return error;
    }
    String names =
        from.subList(0, count).stream().map(ArrayName::toString).collect(Collectors.joining(", "));
    return new IOException(
        Failure.of(error, failed).message() + "; appended before: " + names, error);
  }
}
