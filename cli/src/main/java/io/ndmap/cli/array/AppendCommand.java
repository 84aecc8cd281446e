package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.ExecutionOptions;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.FileFailure;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.grow.AppendOptions;
import io.ndmap.grow.NpyAppender;
import io.ndmap.grow.NpyGrowth;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderPaddingException;
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
      "Rows lie along the first axis; in an array in Fortran order, along the last.",
      "Checks all SRC before it appends the first. Readers see all rows of a SRC or none, even if"
          + " the command is killed. Stops at the first SRC that fails; the rows appended before"
          + " stay, and the error names their SRC. Only one process at a time can append to a"
          + " file.",
      "Refuses a DST whose data are followed by other bytes, such as those left by a killed"
          + " recorder: --recover counts them as rows, --truncate cuts them off."
    },
    footer = {
      "%nExamples:",
      "  ndmap append log.npy monday.npy tuesday.npy",
      "  ndmap append log.npy rows.npy --durable --patience 60"
    })
public final class AppendCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(index = "0", paramLabel = "DST", description = "The .npy file to append to.")
  private ArrayArgument target = new ArrayArgument("");

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "SRC",
      description =
          "The .npy files with the rows to append, or archive.npz::member: of the same dtype, in"
              + " any byte order and memory order.")
  private List<ArrayArgument> sources = List.of();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(
      names = "--durable",
      description = "Force the rows of each SRC to the disk before the header that counts them.")
  private boolean durable;

  @Option(
      names = "--make-room",
      description =
          "Extend the header first if the new length does not fit. No other process may have"
              + " DST open.")
  private boolean makeRoom;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      description = "Wait up to SECONDS for another appender of DST to end (default: 0).")
  private Long patience = 0L;

  @Option(
      names = "--recover",
      description =
          "Count the whole rows that follow the data of DST first, and cut off a partial row after"
              + " them.")
  private boolean recover;

  @Option(
      names = "--truncate",
      description =
          "Cut off the bytes that follow the data of DST before the first row is appended; keep"
              + " them if no row is appended.")
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
      // Check the sources before the target is changed.
      requireArray(source);
    }
    long recovered = 0;
    long cut = 0;
    long kept = 0;
    String shape = "";
    for (int done = 0; done < from.size(); ) {
      try (NpyAppender appender = NpyAppender.open(file, options())) {
        recovered = Math.max(recovered, appender.recoveredRows());
        // The trailing bytes remain until a row is appended, which may require a larger header.
        long trailing = appender.trailingBytes();
        Shape before = appender.shape();
        // Append nothing if the rows of a later SRC do not fit.
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
      } catch (HeaderPaddingException e) {
        if (!makeRoom || NpyGrowth.extendPadding(file) == NpyGrowth.PaddingChange.UNNEEDED) {
          throw new OtherFileException(file, withAppended(ArrayName.of(file), from, done, e));
        }
      }
    }
    session.say(
        file,
        "shape "
            + shape
            + (recovered == 0 ? "" : "; recovered before: " + QuantityText.count(recovered, "row"))
            + (cut == 0 ? "" : "; cut off before: " + QuantityText.count(cut, "byte"))
            + (kept == 0
                ? ""
                : "; no row was appended, so what follows the data stays: "
                    + QuantityText.count(kept, "byte")));
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
            .withTimeout(Duration.ofSeconds(patience))
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
    } catch (HeaderPaddingException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new OtherFileException(source, withAppended(source, from, number, e));
    }
  }

  /// Returns a failure that names the arrays whose rows are already appended.
  private static Exception withAppended(
      ArrayName failed, List<ArrayName> from, int count, Exception error) {
    if (count == 0) {
      return error;
    }
    String names =
        from.subList(0, count).stream().map(ArrayName::toString).collect(Collectors.joining(", "));
    return new IOException(
        FileFailure.of(error, failed).message() + "; appended before: " + names, error);
  }
}
