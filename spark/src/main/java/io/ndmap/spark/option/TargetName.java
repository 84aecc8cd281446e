package io.ndmap.spark.option;

import io.ndmap.npz.ArrayName;
import io.ndmap.spark.column.NpySourceException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks the name of a target. One array is one `.npy` file, so a name that stands for anything
/// else is rejected before any file is changed.
public final class TargetName {

  /// File name extensions of Spark's formats, with the names of the formats.
  private static final Map<String, String> SPARKS =
      Map.of(
          "csv", "csv", "tsv", "csv", "json", "json", "jsonl", "json", "ndjson", "json", "parquet",
          "parquet", "orc", "orc", "avro", "avro", "txt", "text", "xml", "xml");

  /// File name extensions of formats that neither this source nor Spark writes.
  private static final Map<String, String> OTHERS =
      Stream.of(
              "arrow feather h5 hdf5 hdf nc zarr mat pkl pickle pt pth safetensors fits tif tiff"
                  .split(" "),
              "xls xlsx gz bz2 xz zst 7z tar tgz".split(" "))
          .flatMap(Stream::of)
          .collect(Collectors.toUnmodifiableMap(ending -> ending, ending -> ending));

  private TargetName() {}

  /// Requires that a target is a `.npy` file, or has no extension of another format.
  ///
  /// @param target the target as the user named it
  /// @param exists whether a file with a given name exists
  /// @throws NpySourceException if the target is an archive, a member of an archive, or a file of
  ///   another format; the message states what to do instead
  public static void requireArray(String target, Predicate<String> exists) {
    // Hadoop's paths drop trailing slashes.
    String name = target.replaceFirst("/+$", "");
    ArrayPath split = ArrayPath.parse(name, exists);
    if (!split.member().isEmpty()) {
      throw intoArchive(name, split.file(), split.member());
    }
    if (ArrayName.isArchiveName(name)) {
      throw intoArchive(name, name, "x");
    }
    String ending = ending(name);
    Optional.ofNullable(SPARKS.get(ending))
        .ifPresent(
            format -> {
              throw refused(name, ending, "; write that with format(\"" + format + "\")");
            });
    if (OTHERS.containsKey(ending)) {
      throw refused(name, ending, "");
    }
  }

  private static NpySourceException refused(String name, String ending, String way) {
    return new NpySourceException(
        name
            + ": the ending ."
            + ending
            + " means another format, and the source npy writes .npy files"
            + way
            + (way.isEmpty() ? "; " : ", or ")
            + "name the file "
            + name.substring(0, name.length() - ending.length())
            + "npy");
  }

  /// Returns the error for a target in an archive.
  ///
  /// @param name the target
  /// @param archive the archive
  /// @param member the name of the member
  /// @return the error, which says what to do instead
  public static NpySourceException intoArchive(String name, String archive, String member) {
    return new NpySourceException(
        name
            + ": Spark writes one array as one .npy file, and nothing into archives; save "
            + member
            + ".npy, and then add it to the archive: ndmap npz create "
            + (archive.endsWith("/") ? archive.substring(0, archive.length() - 1) : archive)
            + " "
            + member
            + ".npy"
            + " (--append if the archive is there)");
  }

  private static String ending(String name) {
    String last = name.substring(name.lastIndexOf('/') + 1);
    return last.substring(last.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }
}
