package io.ndmap.cli.array;

import io.ndmap.cli.NdmapCommand;
import io.ndmap.cli.argument.ArrayOptions;
import io.ndmap.cli.value.Fill;
import io.ndmap.cli.value.ValueParser;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// A new array in a file.
@Command(
    name = "create",
    description = {
      "Creates a .npy file of zeros, or of one value, byte for byte as numpy.lib.format.open_memmap"
          + " would.",
      "Its disk space is reserved. It appears under its name whole, or not at all."
    },
    footer = {
      "%nExamples:",
      "  ndmap create x.npy --dtype f8 --shape 1000,1000",
      "  ndmap create x.npy --dtype \"[('x', '<f8'), ('name', '<U8')]\" --shape 10 --fill '[0.5,"
          + " \"none\"]'"
    })
public final class CreateCommand implements Callable<Integer> {

  private final NdmapCommand ndmap;

  @Parameters(paramLabel = "FILE", description = "The .npy file.")
  private Path file = Path.of("");

  @Mixin private ArrayOptions array = new ArrayOptions();

  @Option(
      names = "--fill",
      paramLabel = "V",
      description = "What every item is; as the VALUE of set.")
  private Optional<String> fill = Optional.empty();

  @Option(
      names = "--sparse",
      description = "Reserve no disk space: any size at once, but writing can find the disk full.")
  private boolean sparse;

  @Option(names = "--force", description = "Replace an existing file.")
  private boolean force;

  public CreateCommand(NdmapCommand ndmap) {
    this.ndmap = ndmap;
  }

  @Override
  public Integer call() throws IOException {
    return ndmap.tasks(false).run(List.of(file), this::create);
  }

  private void create(Path file) throws IOException {
    CreateOptions options = new CreateOptions(sparse, force, null);
    Optional<NdView<?>> value = fill.map(text -> ValueParser.item(array.dtype(), text));
    NpyFile npy =
        value.isEmpty()
            ? NpyFile.create(file, array.dtype(), array.shape(), array.order(), options)
            : NpyFile.create(
                file,
                array.dtype(),
                array.shape(),
                array.order(),
                options,
                items -> Fill.all(items, value.get()));
    npy.close();
  }
}
