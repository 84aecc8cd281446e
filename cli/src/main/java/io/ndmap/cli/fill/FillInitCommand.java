package io.ndmap.cli.fill;

import io.ndmap.cli.argument.ArrayOptions;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DTypeException;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Starts a fill.
@Command(
    name = "init",
    description = {
      "Starts a fill: reserves disk space and creates free chunks.",
      "Does nothing if the same fill or the same complete array exists; fails if a different one"
          + " exists."
    },
    footer = {
      "%nExamples:",
      "  ndmap fill init x.npy --dtype f8 --shape 16384,8192",
      "  ndmap fill init x.npy --dtype f4 --shape 1000,1000 --chunks 100,1000 --durable"
    })
final class FillInitCommand extends FileCommand {

  private static final int MOST = 255;

  @Mixin private ArrayOptions array = new ArrayOptions();

  @Option(
      names = "--chunks",
      paramLabel = "A,B,C",
      description = "The shape of a chunk (default: about 1 MiB of contiguous bytes).")
  private Optional<Shape> chunks = Optional.empty();

  @Option(
      names = "--durable",
      description =
          "Force each chunk to the disk before it counts as done, so that done chunks survive a"
              + " system crash.")
  private boolean durable;

  @Option(
      names = "--visible",
      description = "Publish the array immediately, for readers that follow the fill.")
  private boolean visible;

  @Option(
      names = "--max-failures",
      paramLabel = "N",
      defaultValue = "" + FillSpec.DEFAULT_MAX_FAILURES,
      description =
          "After N failures, a chunk is poisoned: it is not claimed again until ndmap fill retry"
              + " (1 to 255, default: ${DEFAULT-VALUE}).")
  private Long maxFailures = (long) FillSpec.DEFAULT_MAX_FAILURES;

  @Option(
      names = "--max-deaths",
      paramLabel = "N",
      defaultValue = "" + FillSpec.DEFAULT_MAX_DEATHS,
      description =
          "After the deaths of N workers that had claimed it, a chunk is poisoned (0 to 255, 0"
              + " means never, default: ${DEFAULT-VALUE}).")
  private Long maxDeaths = (long) FillSpec.DEFAULT_MAX_DEATHS;

  FillInitCommand(Session session) {
    super(session);
  }

  @Override
  protected void check() {
    TargetFormat.requireNpy("FILE", file());
    UsageException.requireRange("--max-failures", maxFailures, 1, MOST);
    UsageException.requireRange("--max-deaths", maxDeaths, 0, MOST);
    var _ = spec();
  }

  private FillSpec spec() {
    try {
      return new FillSpec(
          array.dtype(),
          array.shape(),
          array.order(),
          chunks.orElse(null),
          durable,
          visible,
          maxFailures.intValue(),
          maxDeaths.intValue());
    } catch (DTypeException e) {
      throw new UsageException("--dtype", e);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--chunks", e);
    }
  }

  @Override
  protected void run(Path path) throws IOException, InterruptedException {
    try (SharedFill fill = SharedFill.createOrJoin(path, spec())) {
      session().say(path, text(fill));
    }
  }

  private static String text(SharedFill fill) throws IOException, InterruptedException {
    if (fill.finish()) {
      return "the array is complete";
    }
    Shape chunk = Objects.requireNonNull(fill.spec().chunkShape());
    FillProgress progress = fill.progress();
    return QuantityText.count(fill.chunks(), "chunk")
        + " of shape "
        + chunk
        + ", "
        + QuantityText.bytes(chunk.byteSize(fill.spec().dtype().itemsize()))
        + " each, "
        + QuantityText.bytes(fill.spec().shape().byteSize(fill.spec().dtype().itemsize()))
        + " in all; "
        + progress.done()
        + " done";
  }
}
