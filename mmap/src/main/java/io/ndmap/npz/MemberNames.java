package io.ndmap.npz;

import io.ndmap.zip.ZipWriter;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// The names of the members of an archive that is being written. Checks that new names are unique
/// and valid in a central directory.
final class MemberNames {

  private final Path archive;
  private final Set<String> names = new HashSet<>();

  /// @param archive the archive's path, for messages
  MemberNames(Path archive) {
    this.archive = archive;
  }

  /// Adds the name of a member of the old archive, which may have duplicate names.
  void addExisting(String name) {
    var _ = names.add(name);
  }

  /// Adds the name of a new member.
  ///
  /// @throws IllegalArgumentException if the name is invalid or taken
  void add(String name) {
    requireWritable(name);
    if (!names.add(name)) {
      throw new IllegalArgumentException(archive + ": there is a member '" + name + "' already");
    }
  }

  private void requireWritable(String name) {
    if (name.indexOf('\0') >= 0) {
      throw refusal("has a NUL, at which readers cut it off");
    }
    int bytes;
    try {
      bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name)).remaining();
    } catch (CharacterCodingException e) {
      throw refusal("cannot be written in UTF-8");
    }
    if (bytes > ZipWriter.MAX_NAME_BYTES) {
      throw refusal(
          "has %s bytes in UTF-8, the limit is %s".formatted(bytes, ZipWriter.MAX_NAME_BYTES));
    }
  }

  private IllegalArgumentException refusal(String reason) {
    return new IllegalArgumentException(archive + ": the name of a member " + reason);
  }
}
