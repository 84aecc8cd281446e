package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayOptions;
import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.csv.CsvInputOptions;
import io.ndmap.cli.csv.CsvReader;
import io.ndmap.cli.output.Progress;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.cli.value.ValueBroadcast;
import io.ndmap.cli.value.ValueParser;
import io.ndmap.format.csv.CsvFormat;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Creates an array in a file.
@Command(
    name = "create",
    description = {
      "Creates a .npy file of zeros, of one value, or from CSV.",
      "Writes the same bytes as numpy.lib.format.open_memmap. If FILE ends in .npz, creates an"
          + " archive of one member, arr_0; archive.npz::member adds a member.",
      "Reserves the disk space. Creates the file atomically: complete, or not at all.",
      "Reads the elements from comma-separated values with --from-csv."
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
      description = "The value of every element, in the notation of set (default: zero).")
  private Optional<String> fill = Optional.empty();

  @Option(
      names = "--from-csv",
      paramLabel = "CSV",
      description =
          "Read the elements from this file: one structure, or the elements along the last axis,"
              + " per line; - is the standard input.")
  private Optional<Path> csv = Optional.empty();

  @Mixin private CsvInputOptions csvOptions = new CsvInputOptions();

  @Mixin private TargetOptions target = new TargetOptions();

  public CreateCommand(Session session) {
    super(session);
  }

  @Override
  void check(ArrayName name) {
    TargetFormat.requireArrays("FILE", name, array.order());
    if (csv.isEmpty()) {
      csvOptions.refuse("no --from-csv");
    } else if (fill.isPresent()) {
      throw new UsageException("--fill and --from-csv exclude each other");
    }
  }

  @Override
  void run(ArrayName file) throws IOException {
    if (csv.isPresent()) {
      runFromCsv(file, csv.get());
      return;
    }
    Optional<NdView<?>> value = fill.map(text -> ValueParser.item(array.dtype(), text));
    if (value.isPresent()) {
      target.create(
          file,
          array.dtype(),
          array.shape(),
          array.order(),
          items -> ValueBroadcast.store(value.get(), items),
          limits());
    } else {
      target.createZeros(file, array.dtype(), array.shape(), array.order(), limits());
    }
  }

  private void runFromCsv(ArrayName file, Path from) throws IOException {
    CsvFormat format = csvOptions.format();
    try (Progress progress = Progress.of(session().streams(), "create", file);
        CsvReader reader =
            StandardInput.is(from)
                ? CsvReader.read(session().streams().in(), array.dtype(), format)
                : CsvReader.open(from, array.dtype(), format)) {
      progress.begin(array.shape().byteSize(reader.dtype().itemsize()));
      target.create(
          file,
          reader.dtype(),
          array.shape(),
          array.order(),
          made -> CsvConversion.fill(reader, made, progress),
          limits());
    } catch (OtherFileException e) {
      throw e;
    } catch (UncheckedIOException e) {
      throw new OtherFileException(from, Objects.requireNonNull(e.getCause()));
    } catch (IOException | IllegalArgumentException e) {
      throw new OtherFileException(from, e);
    }
  }
}
