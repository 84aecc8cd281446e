package io.ndmap.cli.array;

import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.mmap.OpenMode;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzOptions;
import io.ndmap.safetensors.SafetensorsFile;
import io.ndmap.safetensors.SafetensorsTensor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/// The description of a `.safetensors` file that `ndmap info` and `ndmap npz list` print.
public final class SafetensorsInfo {

  private SafetensorsInfo() {}

  /// Prints one tensor, or all tensors and the metadata.
  ///
  /// @param limits the limits for opening the file
  /// @param json whether to print one JSON object instead of a table
  public static void show(Output out, ArrayName name, boolean json, NpzOptions limits)
      throws IOException {
    try (SafetensorsFile file =
        SafetensorsFile.open(name.file(), OpenMode.READ_ONLY, limits.members())) {
      boolean all = name.member().isEmpty();
      List<SafetensorsTensor> tensors =
          all ? file.tensors() : List.of(file.tensor(name.member().get()));
      Map<String, String> metadata = all ? file.metadata() : Map.of();
      if (json) {
        JsonLine.write(
            out,
            line ->
                line.text("file", name.toString())
                    .text("format", "safetensors")
                    .objects("metadata", metadata.entrySet(), SafetensorsInfo::write)
                    .objects("tensors", tensors, SafetensorsInfo::write));
        return;
      }
      out.write(
          Printable.line(name)
              + ": .safetensors, "
              + QuantityText.count(tensors.size(), "tensor")
              + "\n");
      for (Map.Entry<String, String> text : metadata.entrySet()) {
        out.write("  " + Printable.line(text.getKey() + " = " + text.getValue()) + "\n");
      }
      for (SafetensorsTensor tensor : tensors) {
        out.write("  " + Printable.line(text(tensor)) + "\n");
      }
    } catch (NoSuchElementException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void write(JsonLine line, Map.Entry<String, String> text) throws IOException {
    var _ = line.text("key", text.getKey()).text("text", text.getValue());
  }

  private static void write(JsonLine line, SafetensorsTensor tensor) throws IOException {
    var _ = line.text("name", tensor.name()).text("type", tensor.type());
    if (tensor.dtype().isPresent()) {
      var _ = line.text("dtype", tensor.dtype().get().toString());
    } else {
      var _ = line.missing("dtype");
    }
    var _ =
        line.numbers("shape", tensor.shape().toArray())
            .number("offset", tensor.offset())
            .number("bytes", tensor.size());
  }

  private static String text(SafetensorsTensor tensor) {
    return tensor.name()
        + ": "
        + tensor.type()
        + " "
        + tensor.shape()
        + ", "
        + QuantityText.bytes(tensor.size());
  }
}
