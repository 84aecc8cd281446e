package io.ndmap.cli.array;

import io.ndmap.cli.argument.Selection;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.ShortRunning;
import io.ndmap.cli.value.ValueBroadcast;
import io.ndmap.cli.value.ValueParser;
import io.ndmap.dtype.DType;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Stores a value into elements of an array, in place.
@ShortRunning
@Command(
    name = "set",
    description = {
      "Stores a value into elements of an array, in place.",
      "Refuses a value that the dtype cannot hold, and leaves the file unchanged. Rounds decimal"
          + " fractions to the nearest number; never rounds integers."
    },
    footer = {
      "%nValues:",
      "  numbers      42  0xff  -1.5e3  nan  -inf",
      "  bool         true  false  1  0",
      "  complex      1+2j  [1, 2]",
      "  text (U, S)  as it is; bytes (S) also hex:6162ff",
      "  void (V)     every byte: hex:00ff",
      "  datetime64   2024-02-29T12:30:00.5  NaT, or an integer: ticks",
      "  timedelta64  PT1.5S  NaT, or an integer: ticks",
      "  structures   [1, 2.5, \"x\"], subarrays as lists in it",
      "%nExamples:",
      "  ndmap set x.npy '0, -1' 3.5",
      "  ndmap set x.npy ':, 0' nan       the first column",
      "  ndmap set x.npy 7 2.5 --field pos --field x"
    })
public final class SetCommand extends ArrayCommand {

  @Parameters(
      index = "1",
      paramLabel = "INDEX",
      description = "A basic NumPy index such as '::2, -1'; '...' selects the whole array.")
  private Selection.IndexText index = Selection.IndexText.ALL;

  @Parameters(index = "2", paramLabel = "VALUE", description = "The value to store, see below.")
  private String value = "";

  @Option(
      names = "--field",
      paramLabel = "NAME",
      description =
          "A field of a structure, or real or imag of complex numbers; repeat it for a nested"
              + " field.")
  private List<String> fields = List.of();

  @Option(
      names = "--as",
      paramLabel = "D",
      description =
          "View the elements as another dtype, such as bf16, before anything is selected.")
  private Optional<DType> as = Optional.empty();

  public SetCommand(Session session) {
    super(session);
  }

  @Override
  void run(ArrayName file) throws IOException {
    try (NamedArray npy = NamedArray.open(file, OpenMode.READ_WRITE, limits())) {
      NdView<?> target = new Selection(as, fields, index).of(npy.view());
      ValueBroadcast.store(ValueParser.item(target.dtype(), value), target);
      npy.force();
    }
  }
}
