package io.ndmap.npz;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/// The name of an array as one text: the path of a `.npy` file, or `archive.npz::member` for a
/// member of an archive, or `model.safetensors::name` for a tensor.
///
/// A member's name is a label, not a path: it is kept character for character, so `a//b`, `g/` and
/// `./b` name three different members. For the name `x`, [NpzFile#member] finds the member `x`, or
/// else the member `x.npy`, as NumPy does.
///
/// ```java
/// ArrayName name = ArrayName.parse("run::1/all.npz::a//b"); // run::1/all.npz and a//b
/// ```
///
/// @param file the `.npy` file, the archive or the `.safetensors` file
/// @param member the name of the member or tensor, or empty for a whole file
public record ArrayName(Path file, Optional<String> member) {

  /// The separator between a file and a member.
  public static final String SEPARATOR = "::";

  /// Returns the name of a file.
  ///
  /// @param file the file, whose name may contain `::`
  /// @return the name without a member
  public static ArrayName of(Path file) {
    return new ArrayName(file, Optional.empty());
  }

  /// Returns the name of a member.
  ///
  /// @param archive the archive, whose name may contain `::`
  /// @param member the member's name
  /// @return the name
  public static ArrayName of(Path archive, String member) {
    return new ArrayName(archive, Optional.of(member));
  }

  /// Parses a text against the files of the default file system, as [#parse(String, Predicate)].
  ///
  /// @param text the text, such as `x.npy` or `all.npz::x`
  /// @return the file and the member
  /// @throws IllegalArgumentException as [#parse(String, Predicate)]
  public static ArrayName parse(String text) {
    return parse(text, ArrayName::exists);
  }

  /// Parses a text by the first of these rules that applies:
  ///
  /// 1. If a file exists whose name is the whole text, the text names that file.
  /// 2. The text is split at the last `::` that follows the name of an archive: a name that ends in
  ///    `.npz`, `.zip` or `.safetensors`, in upper or lower case.
  /// 3. The text is split at the last `::` whose left side is an existing file.
  /// 4. The text names a file that does not exist.
  ///
  /// @param text the text, such as `x.npy` or `all.npz::x`
  /// @param exists tests whether a file with the given name exists
  /// @return the file and the member
  /// @throws IllegalArgumentException if the text is empty, or the file's name contains a NUL
  ///   character (as [InvalidPathException])
  public static ArrayName parse(String text, Predicate<String> exists) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("a file name must not be empty");
    }
    int at = separator(text, exists);
    return at < 0
        ? of(Path.of(text))
        : of(Path.of(text.substring(0, at)), text.substring(at + SEPARATOR.length()));
  }

  /// Finds the separator in a text by the rules of [#parse(String, Predicate)]: for names that are
  /// not Java paths, such as names of Hadoop's file systems.
  ///
  /// @param text the text, such as `hdfs://host/all.npz::x`
  /// @param exists tests whether a file with the given name exists; called only if the text has a
  ///   separator
  /// @return the index of the `::` between file and member, or -1 if the whole text is a file
  public static int separator(String text, Predicate<String> exists) {
    if (!text.contains(SEPARATOR) || exists.test(text)) {
      return -1;
    }
    int at = lastSeparator(text, ArrayName::hasMembers);
    return at < 0 ? lastSeparator(text, exists) : at;
  }

  /// The index of the last separator whose left side is accepted, or -1.
  private static int lastSeparator(String text, Predicate<String> left) {
    for (int at = text.lastIndexOf(SEPARATOR); at > 0; at = text.lastIndexOf(SEPARATOR, at - 1)) {
      if (left.test(text.substring(0, at))) {
        return at;
      }
    }
    return -1;
  }

  /// Returns whether a file's name is the name of an archive.
  ///
  /// @param name the name, or a path
  /// @return whether the name ends in `.npz` or `.zip`, in upper or lower case
  public static boolean isArchiveName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".npz") || lower.endsWith(".zip");
  }

  /// Whether a file's name is the name of an archive or of a `.safetensors` file, whose tensors are
  /// named in the same way.
  private static boolean hasMembers(String name) {
    return isArchiveName(name) || isSafetensorsName(name);
  }

  /// Returns whether a file's name is the name of a `.safetensors` file.
  ///
  /// @param name the name, or a path
  /// @return whether the name ends in `.safetensors`, in upper or lower case
  public static boolean isSafetensorsName(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".safetensors");
  }

  /// Whether a file exists. If the name ends in `/`, only a directory counts: [Path] would drop the
  /// `/`.
  private static boolean exists(String name) {
    try {
      Path path = Path.of(name);
      return name.endsWith("/") ? Files.isDirectory(path) : Files.exists(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /// Returns the name as text: the file, or `archive::member`.
  @Override
  public String toString() {
    return member.map(name -> file + SEPARATOR + name).orElseGet(file::toString);
  }
}
