package io.ndmap.cli.array;

import io.ndmap.cli.output.DTypeText;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.npy.NpyHeader;
import java.io.IOException;

/// The description of a header that `ndmap info` prints.
final class HeaderInfo {

  private HeaderInfo() {}

  /// Adds the keys of a header.
  static void write(JsonLine line, NpyHeader header) throws IOException {
    line.numbers("version", header.version().major(), header.version().minor())
        .dtype(DTypeText.written(header.dtype()))
        .number("itemsize", header.dtype().itemsize())
        .numbers("shape", header.shape().toArray())
        .bool("fortran_order", header.order() == Order.F)
        .number("data_offset", header.dataOffset())
        .number("data_bytes", header.dataBytes());
  }

  /// Returns a table of the header, one property per line.
  static String text(NpyHeader header) {
    DType dtype = header.dtype();
    return row(
            "format", ".npy, version " + header.version().major() + "." + header.version().minor())
        + row("dtype", DTypeText.written(dtype).descr() + "  (" + DTypeText.readable(dtype) + ")")
        + row("itemsize", QuantityText.count(dtype.itemsize(), "byte"))
        + row(
            "shape",
            header.shape()
                + "  ("
                + QuantityText.count(header.shape().itemCount(), "element")
                + ")")
        + row(
            "order",
            header.order() == Order.F
                ? "F, the first axis varies fastest"
                : "C, the last axis varies fastest")
        + row(
            "data",
            dtype.hasObject()
                ? "a pickle; ndmap get --allow-pickle reads it"
                : size(header.dataBytes()))
        + row(
            "data begins",
            "at byte " + header.dataOffset() + ", " + alignment(header.dataOffset()));
  }

  static String row(String name, String value) {
    return String.format("  %-12s %s%n", name, value);
  }

  private static String size(long bytes) {
    return bytes < 1000
        ? QuantityText.count(bytes, "byte")
        : QuantityText.bytes(bytes) + "  (" + QuantityText.count(bytes, "byte") + ")";
  }

  private static String alignment(long offset) {
    long aligned = Long.lowestOneBit(offset);
    return aligned >= 64
        ? "aligned to 64 bytes"
        : "aligned to " + QuantityText.count(aligned, "byte") + " only";
  }
}
