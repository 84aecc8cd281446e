package io.ndmap.npz;

import io.ndmap.npy.NpyFormatException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The result of [NpzRepair#verify].
///
/// @param path the archive
/// @param damage the error if the archive as a whole cannot be read; the list of members is then
///   empty
/// @param members the members in the order of the central directory
/// @param trailingBytes the number of bytes after the archive and its comment, which readers ignore
public record NpzReport(
    Path path, Optional<NpyFormatException> damage, List<Member> members, long trailingBytes) {

  /// The state of a member.
  public enum State {
    /// The member is intact.
    SOUND,
    /// A later member has the same name; NumPy and ndmap read the later one. The bytes of this
    /// earlier member were not verified. Programs that append with Python's `zipfile` leave such
    /// members.
    SHADOWED,
    /// The member is intact, but has the mark of a process that is updating it or died while
    /// updating it.
    MARKED,
    /// The CRC of a stored member is wrong, and the mark is set: the process that updated the
    /// member died before it set the CRC, or is still running.
    UPDATE_UNFINISHED,
    /// The CRC of a stored member is wrong, and the mark is not set: the bytes are damaged, or were
    /// changed by a program that did not set the CRC.
    WRONG_CRC,
    /// The member cannot be read: it is refused, it is compressed and damaged, or the CRC is right
    /// but the `.npy` header or the size is wrong.
    REFUSED
  }

  /// A member.
  ///
  /// @param name the member's name
  /// @param state the member's state
  /// @param message the text of the error, or why the member is shadowed; otherwise empty
  public record Member(String name, State state, String message) {}

  /// Returns whether the archive is intact.
  ///
  /// @return true if the archive can be read and each member is `SOUND` or `SHADOWED`; trailing
  ///   bytes do not matter
  public boolean isSound() {
    return damage.isEmpty()
        && members.stream()
            .allMatch(member -> member.state() == State.SOUND || member.state() == State.SHADOWED);
  }
}
