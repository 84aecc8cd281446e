package io.ndmap.cli.fill;

import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.FileCommand;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.npy.FillException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Runs a worker of a fill.
@Command(
    name = "work",
    description = {
      "Claims chunks and fills them until none is left.",
      "Any number of processes can work at once; on Ctrl-C, a process releases its chunks.",
      "Releases a chunk whose program fails, so that it is retried. After as many failures as"
          + " --max-failures of ndmap fill init allows, the chunk is poisoned: no worker claims it"
          + " again, and ndmap fill status shows why.",
      "Exits with 1 if a chunk that failed here was not filled by a later try, here or elsewhere,"
          + " or if chunks are poisoned; otherwise with 0, even if chunks are left."
    },
    footer = {
      "%nContent (--with):",
      "  index      each element's index in the flattened array (C order), as",
      "             numpy.arange(n).astype(dtype) gives it; each field of a",
      "             structure gets it",
      "  const:V    one value, in the notation of set",
      "  cmd:TEXT   the standard output of a program: exactly the bytes of the chunk's",
      "             elements, in C order, in the array's dtype and byte order. For",
      "             each chunk it runs as",
      "               /bin/sh -c 'TEXT \"$@\"' sh 0:16 0:8192",
      "             with start:stop for each axis. Its environment has",
      "             NDMAP_FILE, NDMAP_CHUNK (its number), NDMAP_BOX (0:16,0:8192),",
      "             NDMAP_SHAPE (16,8192) and NDMAP_DTYPE. Its exit code must be 0.",
      "%nExamples:",
      "  ndmap fill work x.npy --workers 2",
      "  ndmap fill work x.npy --with const:nan --max-chunks 10",
      "  ndmap fill work x.npy --with 'cmd:python3 make.py'"
    })
final class FillWorkCommand extends FileCommand {

  private static final long MOST_WORKERS = 1 << 10;

  @Option(
      names = "--with",
      paramLabel = "index|const:V|cmd:TEXT",
      defaultValue = "index",
      description = "The content of the chunks, see below (default: ${DEFAULT-VALUE}).")
  private ChunkPlan plan = IndexContent::of;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "1",
      description = "The number of threads that claim chunks (default: ${DEFAULT-VALUE}).")
  private Long workers = 1L;

  @Option(
      names = "--max-chunks",
      paramLabel = "N",
      description = "Claim at most N chunks (default: all).")
  private Optional<Long> maxChunks = Optional.empty();

  @Option(
      names = "--throttle",
      paramLabel = "MS",
      defaultValue = "0",
      description = "Hold each chunk for MS milliseconds before committing it.")
  private Long throttle = 0L;

  @Option(
      names = "--patience",
      paramLabel = "S",
      defaultValue = "60",
      description = "Wait up to S seconds for the fill to be created (default: ${DEFAULT-VALUE}).")
  private Long patience = 60L;

  FillWorkCommand(Session session) {
    super(session);
  }

  @Override
  protected void check() {
    UsageException.requireRange("--workers", workers, 1, MOST_WORKERS);
    UsageException.requireRange("--max-chunks", maxChunks.orElse(1L), 1, Long.MAX_VALUE);
    UsageException.requireRange("--throttle", throttle, 0, Integer.MAX_VALUE);
    UsageException.requireRange("--patience", patience, 0, Long.MAX_VALUE);
  }

  @Override
  protected void run(Path path) throws IOException, InterruptedException {
    try (SharedFill fill = SharedFill.join(path, FillJoin.seconds(patience));
        ChunkFiller work =
            new ChunkFiller(
                fill,
                plan.of(fill),
                maxChunks.orElse(Long.MAX_VALUE),
                Duration.ofMillis(throttle),
                session().streams())) {
      long begin = System.nanoTime();
      work.run(workers.intValue());
      long nanos = System.nanoTime() - begin;
      boolean complete = fill.finish();
      FillProgress progress = fill.progress();
      session()
          .say(
              path,
              QuantityText.count(work.chunks(), "chunk")
                  + " filled in "
                  + QuantityText.time(nanos)
                  + ", "
                  + QuantityText.bytesPerSecond(work.bytes(), nanos)
                  + "; "
                  + (complete ? "the array is complete" : left(progress)));
      // Keep the report even if an exception follows.
      session().out().flush();
      session().out().begin();
      if (!complete && progress.poisoned() > 0) {
        throw new FillException(
            QuantityText.count(progress.poisoned(), "chunk")
                + " of "
                + progress.chunks()
                + (progress.poisoned() == 1 ? " is" : " are")
                + " poisoned; ndmap fill status shows why, and ndmap fill retry allows workers to"
                + " claim them again");
      }
      requireMade(work.failures());
    } catch (FileAlreadyExistsException e) {
      throw FillJoin.nameTaken(e);
    }
  }

  private static void requireMade(List<String> failures) {
    if (!failures.isEmpty()) {
      throw new FillException(
          QuantityText.count(failures.size(), "chunk")
              + " failed and can be retried; the last failure: "
              + failures.getLast());
    }
  }

  private static String left(FillProgress progress) {
    return progress.chunks() - progress.done() + " of " + progress.chunks() + " left";
  }
}
