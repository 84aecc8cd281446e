package io.ndmap.cli.array;

import io.ndmap.cli.output.DTypeText;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.StructType;
import io.ndmap.mmap.OpenMode;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzOptions;
import io.ndmap.safetensors.SafetensorsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The short form of `ndmap info`: one line per file, in aligned columns.
///
/// Lines are buffered up to a limit to align their columns.
final class InfoTable {

  /// The maximum number of buffered lines.
  private static final int MOST_LINES = 1000;

  private static final String GAP = "  ";

  /// The length at which a list of field names is truncated.
  private static final int MOST_NAMES = 40;

  private final List<List<String>> lines = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();
  private final Output out;

  InfoTable(Output out) {
    this.out = out;
  }

  /// Adds a `.npy` file or a member of an archive. Trailing bytes are not reported for members, for
  /// the standard input and for Python objects.
  void add(ArrayName name, NpyHeader header) throws IOException {
    boolean objects = header.dtype().hasObject();
    long trailing =
        objects || name.member().isPresent() || StandardInput.is(name)
            ? 0
            : Files.size(name.file()) - header.dataOffset() - header.dataBytes();
    add(
        name.toString(),
        dtype(header.dtype()),
        header.shape().toString(),
        header.order().toString(),
        objects ? "a pickle" : QuantityText.bytes(header.dataBytes()),
        trailing == 0 ? "" : "and " + QuantityText.count(trailing, "byte") + " after the data");
  }

  /// Adds an archive.
  void addArchive(Path file, NpzOptions limits) throws IOException {
    try (NpzFile archive = NpzFile.open(file, OpenMode.READ_ONLY, limits)) {
      String members = QuantityText.count(archive.members().size(), "member");
      add(file.toString(), ".npz", members, "", QuantityText.bytes(Files.size(file)));
    }
  }

  /// Adds a `.safetensors` file.
  void addTensors(Path file, NpzOptions limits) throws IOException {
    try (SafetensorsFile tensors =
        SafetensorsFile.open(file, OpenMode.READ_ONLY, limits.members())) {
      String count = QuantityText.count(tensors.tensors().size(), "tensor");
      add(file.toString(), ".safetensors", count, "", QuantityText.bytes(Files.size(file)));
    }
  }

  /// Adds a file that could not be read.
  void addFailed(ArrayName name, String message) throws IOException {
    add(name.toString(), "cannot be read: " + message);
  }

  private void add(String... cells) throws IOException {
    List<String> line = new ArrayList<>();
    for (String cell : cells) {
      line.add(Printable.line(cell));
    }
    lines.add(line);
    // The last cell may be a sentence and needs no padding.
    for (int k = 0; k < line.size() - 1; k++) {
      int width = width(line.get(k));
      if (k == widths.size()) {
        widths.add(width);
      }
      widths.set(k, Math.max(widths.get(k), width));
    }
    if (lines.size() == MOST_LINES) {
      write();
    }
  }

  /// Writes the buffered lines.
  void write() throws IOException {
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int k = 0; k < line.size(); k++) {
        text.append(k == 0 ? "" : GAP).append(line.get(k));
        if (k < line.size() - 1) {
          text.repeat(' ', widths.get(k) - width(line.get(k)));
        }
      }
      out.write(text.toString().stripTrailing() + "\n");
    }
    lines.clear();
    out.flush();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String dtype(DType dtype) {
    DType written = DTypeText.written(dtype);
    if (!(written instanceof StructType struct)) {
      return written.toString();
    }
    String names = struct.fields().stream().map(f -> f.name()).collect(Collectors.joining(","));
    return "{"
        + (names.length() > MOST_NAMES ? names.substring(0, MOST_NAMES) + "..." : names)
        + "}";
  }
}
