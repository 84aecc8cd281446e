package io.ndmap.cli.array;

import io.ndmap.cli.output.DTypeText;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.FileFailure;
import io.ndmap.mmap.OpenMode;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.npz.NpzOptions;
import java.io.IOException;
import java.nio.file.Path;

/// The description of an archive that `ndmap info` and `ndmap npz list` print.
public final class ArchiveInfo {

  private ArchiveInfo() {}

  /// Prints all members.
  ///
  /// @param limits the limits for opening the archive
  /// @param json whether to print one JSON object instead of a table
  public static void show(Output out, Path file, boolean json, NpzOptions limits)
      throws IOException {
    try (NpzFile archive = NpzFile.open(file, OpenMode.READ_ONLY, limits)) {
      if (json) {
        JsonLine.write(
            out,
            line ->
                line.text("file", file.toString())
                    .text("format", "npz")
                    .objects("members", archive.members(), ArchiveInfo::write));
      } else {
        out.write(
            Printable.line(file)
                + ": .npz, "
                + QuantityText.count(archive.members().size(), "member")
                + "\n");
        for (NpzMember member : archive.members()) {
          out.write("  " + Printable.line(member.key() + ": " + text(member)) + "\n");
        }
      }
    }
  }

  private static void write(JsonLine line, NpzMember member) throws IOException {
    line.text("name", member.name()).text("method", method(member));
    try {
      boolean isArray = member.isArray();
      if (!isArray) {
        line.bool("mappable", false).number("bytes", member.size());
        return;
      }
      NpyHeader header = member.header();
      line.bool("mappable", member.isStored() && !header.dtype().hasObject());
      HeaderInfo.write(line, header);
    } catch (NpyFormatException e) {
      line.bool("mappable", false)
          .text("error", e.getClass().getSimpleName())
          .text("message", FileFailure.inOptions(String.valueOf(e.getMessage())));
    }
  }

  private static String text(NpzMember member) throws IOException {
    try {
      if (!member.isArray()) {
        return method(member) + ", " + QuantityText.count(member.size(), "byte") + ", not an array";
      }
      NpyHeader header = member.header();
      return DTypeText.written(header.dtype()).descr()
          + " "
          + header.shape()
          + ", "
          + method(member)
          + ", "
          + QuantityText.bytes(header.dataBytes());
    } catch (NpyFormatException e) {
      return "cannot be read: " + FileFailure.inOptions(String.valueOf(e.getMessage()));
    }
  }

  private static String method(NpzMember member) {
    return switch (member.method()) {
      case 0 -> "stored";
      case 8 -> "deflated";
      case 12 -> "bzip2";
      case 14 -> "lzma";
      default -> "method " + member.method();
    };
  }
}
