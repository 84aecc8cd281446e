package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayOptions;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.value.Broadcast;
import io.ndmap.cli.value.ValueParser;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Creates an array in a file.
@Command(
    name = "create",
    description = {
      "Creates a .npy file of zeros or of one value, byte-identical to that of"
          + " numpy.lib.format.open_memmap; an archive of one member arr_0, if FILE ends in .npz; a"
          + " member, if it is archive.npz::member.",
      "Reserves its disk space. Creates the file atomically: complete, or not at all."
    },
    footer = {
      "%nExamples:",
      "  ndmap create x.npy --dtype f8 --shape 1000,1000",
      "  ndmap create x.npy --dtype \"[('x', '<f8'), ('name', '<U8')]\" --shape 10 --fill '[0.5,"
          + " \"none\"]'"
    })
public final class CreateCommand extends ArrayCommand {

  @Mixin private ArrayOptions array = new ArrayOptions();

  @Option(
      names = "--fill",
      paramLabel = "V",
      description = "The value of every item, in the notation of set (default: zero).")
  private Optional<String> fill = Optional.empty();

  @Mixin private TargetOptions target = new TargetOptions();

  public CreateCommand(Session session) {
    super(session);
  }

  @Override
  void check(ArrayName name) {
    TargetFormat.requireArrays("FILE", name);
  }

  @Override
  void run(ArrayName file) throws IOException {
    Optional<NdView<?>> value = fill.map(text -> ValueParser.item(array.dtype(), text));
    if (value.isPresent()) {
      target.create(
          file,
          array.dtype(),
          array.shape(),
          array.order(),
          items -> Broadcast.store(value.get(), items),
          limits());
    } else {
      target.createZeros(file, array.dtype(), array.shape(), array.order(), limits());
    }
  }
}
