package io.ndmap.cli.argument;

import io.ndmap.cli.run.UsageException;
import io.ndmap.layout.Order;
import io.ndmap.npz.ArrayName;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// The format that the name of a new file implies. A file of another format under this name would
/// mislead users and programs.
public enum TargetFormat {
  /// One array: `.npy`, or an unknown extension.
  NPY,
  /// An archive: `.npz`, `.zip`, or a member of one.
  NPZ,
  /// Named tensors: `.safetensors`, or one of its tensors.
  SAFETENSORS,
  /// Comma-separated values: `.csv`.
  CSV;

  /// The extensions of formats that the command cannot write, and the names of these formats.
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("arrow", "Arrow"),
          Map.entry("avro", "Avro"),
          Map.entry("bz2", "a compressed file"),
          Map.entry("feather", "Feather"),
          Map.entry("fits", "FITS"),
          Map.entry("gz", "a compressed file"),
          Map.entry("h5", "HDF5"),
          Map.entry("hdf", "HDF"),
          Map.entry("hdf5", "HDF5"),
          Map.entry("jpeg", "JPEG"),
          Map.entry("jpg", "JPEG"),
          Map.entry("json", "JSON"),
          Map.entry("jsonl", "JSON"),
          Map.entry("lz4", "a compressed file"),
          Map.entry("mat", "MATLAB"),
          Map.entry("nc", "NetCDF"),
          Map.entry("ndjson", "JSON"),
          Map.entry("orc", "ORC"),
          Map.entry("parquet", "Parquet"),
          Map.entry("pickle", "a pickle"),
          Map.entry("pkl", "a pickle"),
          Map.entry("png", "PNG"),
          Map.entry("pt", "PyTorch"),
          Map.entry("pth", "PyTorch"),
          Map.entry("tar", "tar"),
          Map.entry("tif", "TIFF"),
          Map.entry("tiff", "TIFF"),
          Map.entry("tsv", "text"),
          Map.entry("txt", "text"),
          Map.entry("xls", "Excel"),
          Map.entry("xlsx", "Excel"),
          Map.entry("xz", "a compressed file"),
          Map.entry("zarr", "Zarr"),
          Map.entry("zst", "a compressed file"));

  /// Returns the format of a new file.
  ///
  /// @param label the parameter or option that holds the name, for messages
  /// @param target the file, or the member of an archive
  /// @throws UsageException if the extension stands for a format that cannot be written
  public static TargetFormat of(String label, ArrayName target) {
    if (ArrayName.isSafetensorsName(target.file().toString())) {
      return SAFETENSORS;
    }
    if (target.member().isPresent() || ArrayName.isArchiveName(target.toString())) {
      return NPZ;
    }
    String ending = ending(target.file());
    if (ending.equals("csv")) {
      return CSV;
    }
    String other = OTHERS.get(ending);
    if (other != null) {
      throw new UsageException(
          "%s: %s: the ending .%s means %s; %s"
              .formatted(label, target, ending, other, remedy(other)));
    }
    return NPY;
  }

  private static String remedy(String other) {
    return switch (other) {
      case "text" -> "ndmap get prints it";
      case "JSON" -> "ndmap get --json prints it";
      case "a compressed file" ->
          "ndmap convert SRC - writes the array to standard output, for a compressor";
      default -> "only .npy, .npz, .safetensors and .csv are written";
    };
  }

  /// Returns the format of a new file that is a single array, an archive or a file of tensors.
  ///
  /// @throws UsageException if the extension stands for another format
  public static TargetFormat requireArrays(String label, ArrayName target) {
    TargetFormat format = of(label, target);
    if (format == CSV) {
      throw new UsageException(
          label + ": " + target + ": the ending .csv means CSV; ndmap convert writes it");
    }
    return format;
  }

  /// As [#requireArrays(String, ArrayName)], for an array of a given memory order.
  ///
  /// @throws UsageException also if the order is Fortran order, and the array is a tensor
  public static void requireArrays(String label, ArrayName target, Order order) {
    if (requireArrays(label, target) == SAFETENSORS && order == Order.F) {
      throw new UsageException(
          label + ": " + target + ": a tensor is always in C order; leave out --order F");
    }
  }

  /// Requires a name that is suitable for a `.npy` file.
  ///
  /// @throws UsageException if the extension stands for another format, or the name is the name of
  ///   an archive or of a member of an archive
  public static void requireNpy(String label, Path target) {
    ArrayName name = ArrayName.parse(target.toString());
    TargetFormat format = requireArrays(label, name);
    if (format == SAFETENSORS) {
      throw new UsageException(
          label
              + ": "
              + target
              + ": the ending .safetensors means tensors, and a .npy file is made");
    }
    if (format == NPZ) {
      throw new UsageException(
          label
              + ": "
              + target
              + " is the name of an archive, and a .npy file is made; ndmap npz create puts it into"
              + " an archive");
    }
  }

  /// Requires a name that is suitable for an archive.
  ///
  /// @throws UsageException if the extension stands for another format, or the name is the name of
  ///   a member of an archive
  public static void requireNpz(String label, Path target) {
    ArrayName name = ArrayName.parse(target.toString());
    if (name.member().isPresent()) {
      throw new UsageException(label + ": " + target + " is the name of a member");
    }
    TargetFormat format = requireArrays(label, name);
    if (format == SAFETENSORS) {
      throw new UsageException(
          label + ": " + target + ": the ending .safetensors means tensors; name an archive .npz");
    }
    if (format == NPY && ending(target).equals("npy")) {
      throw new UsageException(
          label + ": " + target + ": the ending .npy means an array; name an archive .npz");
    }
  }

  private static String ending(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }
}
