package io.ndmap.cli.mpi;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.ArrayOptions;
import io.ndmap.cli.argument.ByteSize;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.cli.value.IndexValues;
import io.ndmap.cli.value.ValueBroadcast;
import io.ndmap.cli.value.ValueParser;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Box;
import io.ndmap.mpi.AccessPlan;
import io.ndmap.mpi.Communicator;
import io.ndmap.mpi.ParallelNpy;
import io.ndmap.mpi.ParallelWriteOptions;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npz.ArrayName;
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
      "Writes one array from all ranks, each its part along an axis.",
      "Every element is its flat index in C order, unless --fill gives a value. An array without"
          + " axes has one element, that of rank 0.",
      "Creates the file complete and forced to the disk, or not at all."
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
      description = "The value of every element, in the notation of set (default: its index).")
  private Optional<String> fill = Optional.empty();

  @Option(names = "--force", description = "Replace an existing file.")
  private boolean force;

  @Option(
      names = "--resume",
      description =
          "Resume a killed write of the same array, and keep the written part if this one fails.")
  private boolean resume;

  @Option(
      names = "--checkpoint",
      paramLabel = "SIZE",
      description =
          "The number of bytes that each rank writes between two checkpoints, from which --resume"
              + " continues (default: 64MiB).")
  private Optional<String> checkpointSize = Optional.empty();

  private Optional<Long> checkpoint = Optional.empty();

  @Option(
      names = "--hint",
      paramLabel = "KEY=VALUE",
      description =
          "A hint for MPI-IO, such as striping_factor=8; unknown hints are refused. May be"
              + " repeated.")
  private Map<String, String> hints = Map.of();

  MpiWriteCommand(Session session) {
    super(session);
  }

  /// Parses the text as a path: a new array is never a member of an archive.
  @Override
  ArrayName name(ArrayArgument text) {
    return ArrayName.of(Path.of(text.text()));
  }

  @Override
  void check(ArrayName name) {
    super.check(name);
    TargetFormat.requireNpy("FILE", name.file());
    checkpoint = checkpointSize.map(text -> ByteSize.ofOption("--checkpoint", text));
    try {
      var _ = options();
    } catch (IllegalArgumentException e) {
      throw new UsageException("--hint", e);
    }
    try {
      if (fill.isEmpty()) {
        var _ = IndexValues.of(array.dtype(), array.shape(), array.order());
      }
    } catch (DTypeException e) {
      throw new UsageException(e.getMessage() + "; --fill gives them a value");
    }
  }

  @Override
  AccessPlan plan(ArrayName name, int count) {
    byte[] header = NpyHeaderCodec.encode(array.dtype(), array.order(), array.shape());
    return plan(NpyHeaderCodec.readBack(header), count);
  }

  @Override
  void run(ArrayName name, Communicator comm) throws IOException {
    Box box = plan(name, comm.size()).boxes().get(comm.rank());
    NdView<?> part = NdView.zeros(array.dtype(), box.shape(), array.order());
    if (fill.isPresent()) {
      ValueBroadcast.store(ValueParser.item(array.dtype(), fill.get()), part);
    } else {
      IndexValues.of(array.dtype(), array.shape(), array.order()).store(part, box);
    }
    if (box.rank() == 0) {
      ParallelNpy.write(comm, name.file(), array.shape(), box, part, options());
    } else {
      ParallelNpy.write(comm, name.file(), part, axis(), options());
    }
  }

  private ParallelWriteOptions options() {
    ParallelWriteOptions options = ParallelWriteOptions.DEFAULT.withOrder(array.order());
    if (force) {
      options = options.withReplacing();
    }
    if (resume) {
      options = options.withResuming();
    }
    if (checkpoint.isPresent()) {
      options = options.withCheckpoint(checkpoint.get());
    }
    for (Map.Entry<String, String> hint : hints.entrySet()) {
      options = options.withHint(hint.getKey(), hint.getValue());
    }
    return options;
  }
}
