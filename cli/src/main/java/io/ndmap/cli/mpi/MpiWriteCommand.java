package io.ndmap.cli.mpi;

import io.ndmap.cli.argument.ArrayOptions;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.cli.value.Broadcast;
import io.ndmap.cli.value.IndexValues;
import io.ndmap.cli.value.ValueParser;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Box;
import io.ndmap.mpi.AccessPlan;
import io.ndmap.mpi.Communicator;
import io.ndmap.mpi.ParallelNpy;
import io.ndmap.mpi.WriteOptions;
import io.ndmap.nd.NdView;
import io.ndmap.npz.NpzFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Writes an array from all ranks.
@Command(
    name = "write",
    description = {
      "Writes one array from all ranks, each its part along an axis. Every item is its flat index"
          + " in C order, unless --fill gives a value.",
      "The file appears complete and forced to the disk, or not at all."
    },
    footer = {
      "%nExamples:",
      "  mpirun -n 2 ndmap mpi write x.npy --dtype i4 --shape 3,4 --axis 1",
      "  mpirun -n 4 ndmap mpi write x.npy --dtype f8 --shape 20000,20000 --order F --resume"
    })
final class MpiWriteCommand extends RankCommand {

  @Mixin private ArrayOptions array = new ArrayOptions();

  @Option(
      names = "--fill",
      paramLabel = "V",
      description = "The value of every item, in the notation of set (default: its index).")
  private Optional<String> fill = Optional.empty();

  @Option(names = "--force", description = "Replace an existing file.")
  private boolean force;

  @Option(
      names = "--resume",
      description =
          "Go on where a killed write of the same array ended, and keep what is written if this one"
              + " fails.")
  private boolean resume;

  @Option(
      names = "--hint",
      paramLabel = "KEY=VALUE",
      description = "A hint for MPI-IO, such as striping_factor=8. May be repeated.")
  private Map<String, String> hints = Map.of();

  MpiWriteCommand(Session session) {
    super(session);
  }

  @Override
  protected void check() {
    super.check();
    TargetFormat.requireNpy("FILE", file());
    try {
      if (fill.isEmpty()) {
        var _ = IndexValues.of(array.dtype(), array.shape(), array.order());
      }
    } catch (DTypeException e) {
      throw new UsageException(e.getMessage() + "; --fill gives them a value");
    }
  }

  @Override
  AccessPlan plan(Path file, int count) {
    return AccessPlan.alongAxis(array.dtype(), array.shape(), array.order(), axis(), count);
  }

  @Override
  void run(Path file, Communicator comm) throws IOException {
    requireNoArchive(file, comm);
    Box box = plan(file, comm.size()).boxes().get(comm.rank());
    NdView<?> part = NdView.zeros(array.dtype(), box.shape(), array.order());
    if (fill.isPresent()) {
      Broadcast.store(ValueParser.item(array.dtype(), fill.get()), part);
    } else {
      IndexValues.of(array.dtype(), array.shape(), array.order()).store(part, box);
    }
    ParallelNpy.write(comm, file, part, axis(), options());
  }

  /// Rank 0 looks, so that all ranks decide alike.
  private void requireNoArchive(Path file, Communicator comm) throws IOException {
    boolean found = force && comm.rank() == 0 && isArchive(file);
    if (comm.allgather(new byte[] {(byte) (found ? 1 : 0)}).getFirst()[0] != 0) {
      throw new IOException("an archive, whose members would be lost; remove it first");
    }
  }

  private static boolean isArchive(Path file) {
    try {
      return NpzFile.isArchive(file);
    } catch (IOException e) {
      // The other ranks wait for an answer, and the write itself fails for the same reason.
      return false;
    }
  }

  private WriteOptions options() {
    WriteOptions options = WriteOptions.DEFAULT.withOrder(array.order());
    if (force) {
      options = options.withReplacing();
    }
    if (resume) {
      options = options.withResuming();
    }
    for (Map.Entry<String, String> hint : hints.entrySet()) {
      options = options.withHint(hint.getKey(), hint.getValue());
    }
    return options;
  }
}
