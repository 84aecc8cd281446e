package io.ndmap.cli.array;

import io.ndmap.cli.output.DTypeText;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.Quantity;
import io.ndmap.cli.run.ArrayInput;
import io.ndmap.cli.run.Session;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.NpyHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints the headers of files.
@Command(
    name = "info",
    description = "Shows the headers of files: dtype, shape, order, offset of the data.")
public final class InfoCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The .npy files, or - for the standard input.")
  private List<Path> files = List.of();

  @Option(names = "--json", description = "Print one JSON object per line and file.")
  private boolean json;

  public InfoCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    return session.run(files, json, this::show);
  }

  private void show(Path file) throws IOException {
    NpyHeader header = header(file);
    if (json) {
      writeJson(file, header);
    } else {
      session.out().write(table(file, header));
    }
  }

  private NpyHeader header(Path file) throws IOException {
    if (ArrayInput.isStandard(file)) {
      return ArrayInput.reader(session.streams()).header();
    }
    try (NpyFile npy = NpyFile.open(file)) {
      return npy.header();
    }
  }

  private void writeJson(Path file, NpyHeader header) throws IOException {
    JsonLine.write(
        session.out(),
        line ->
            line.text("file", file.toString())
                .text("format", "npy")
                .numbers("version", header.version().major(), header.version().minor())
                .dtype(DTypeText.written(header.dtype()))
                .number("itemsize", header.dtype().itemsize())
                .numbers("shape", header.shape().toArray())
                .bool("fortran_order", header.order() == Order.F)
                .number("data_offset", header.dataOffset())
                .number("data_bytes", header.dataBytes()));
  }

  private static String table(Path file, NpyHeader header) throws IOException {
    DType dtype = header.dtype();
    StringBuilder text = new StringBuilder(Printable.line(file) + "\n");
    row(
        text,
        "format",
        ".npy, version " + header.version().major() + "." + header.version().minor());
    row(text, "dtype", DTypeText.written(dtype).descr() + "  (" + DTypeText.readable(dtype) + ")");
    row(text, "itemsize", Quantity.count(dtype.itemsize(), "byte"));
    row(
        text,
        "shape",
        header.shape() + "  (" + Quantity.count(header.shape().itemCount(), "item") + ")");
    row(
        text,
        "order",
        header.order() == Order.F
            ? "F, the first axis varies fastest"
            : "C, the last axis varies fastest");
    row(text, "data", size(header.dataBytes()));
    row(
        text,
        "data begins",
        "at byte " + header.dataOffset() + ", " + alignment(header.dataOffset()));
    if (ArrayInput.isStandard(file)) {
      return text.toString();
    }
    long trailing = Files.size(file) - header.dataOffset() - header.dataBytes();
    row(
        text,
        "trailing",
        trailing == 0
            ? "nothing after the data"
            : Quantity.count(trailing, "byte") + " after the data, ignored");
    return text.toString();
  }

  private static void row(StringBuilder text, String name, String value) {
    text.append(String.format("  %-12s %s%n", name, value));
  }

  private static String size(long bytes) {
    return bytes < 1000
        ? Quantity.count(bytes, "byte")
        : Quantity.bytes(bytes) + "  (" + Quantity.count(bytes, "byte") + ")";
  }

  private static String alignment(long offset) {
    long aligned = Long.lowestOneBit(offset);
    return aligned >= 64
        ? "aligned to 64 bytes"
        : "aligned to " + Quantity.count(aligned, "byte") + " only";
  }
}
