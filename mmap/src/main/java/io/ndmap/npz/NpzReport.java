package io.ndmap.npz;

import io.ndmap.npy.NpyFormatException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The result of [NpzRepair#verify].
///
/// @param path the archive
/// @param damage the error if the archive as a whole cannot be read; the members are then empty
/// @param members the members in the order of the central directory
/// @param trailingBytes the number of bytes after the archive and its comment, which readers ignore
public record NpzReport(
    Path path, Optional<NpyFormatException> damage, List<Member> members, long trailingBytes) {

  /// The state of a member.
  public enum State {
    /// The member is intact.
    SOUND,
    /// A later member has the same name; NumPy and this library read that one. The bytes of this
    /// one were not verified. Programs that append by Python's `zipfile` leave such members.
    SHADOWED,
    /// The member is intact, but marked by a process that is updating it, or died while updating
    /// it.
    MARKED,
    /// The CRC is wrong, and the mark is set: the process that updated the member died before it
    /// set the CRC, or is still running.
    UPDATE_UNFINISHED,
    /// The CRC is wrong, and the mark is not set: the bytes are damaged, or were changed by a
    /// program that did not set the CRC.
    WRONG_CRC,
    /// The member cannot be read.
    REFUSED
  }

  /// A member.
  ///
  /// @param name its name
  /// @param state its state
  /// @param message the error's text, empty if there is none
  public record Member(String name, State state, String message) {}

  /// Returns whether the archive is intact.
  ///
  /// @return true if the archive and all its members can be read; trailing bytes and shadowed
  ///   members do not count
  public boolean isSound() {
    return damage.isEmpty()
        && members.stream()
            .allMatch(member -> member.state() == State.SOUND || member.state() == State.SHADOWED);
  }
}
