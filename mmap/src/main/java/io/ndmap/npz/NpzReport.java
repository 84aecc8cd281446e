package io.ndmap.npz;

import io.ndmap.npy.NpyFormatException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What [NpzRepair#verify] found.
///
/// @param path the archive
/// @param damage why the archive as a whole cannot be read, if it cannot; then there are no members
/// @param members in the order of the central directory
/// @param trailingBytes how many bytes follow the archive and its comment; readers ignore them
public record NpzReport(
    Path path, Optional<NpyFormatException> damage, List<Member> members, long trailingBytes) {

  /// What is to be said of a member.
  public enum State {
    /// All is right.
    SOUND,
    /// A later member has the same name, and is the one that NumPy and this library read: its bytes
    /// are not looked at. Programs that append by Python's `zipfile` leave such members.
    SHADOWED,
    /// All is right, but for the mark of a process that updates the member, or died while it did.
    MARKED,
    /// The CRC is wrong, and there is the mark: the process that updated the member died before it
    /// set the CRC, or is still at work.
    UPDATE_UNFINISHED,
    /// The CRC is wrong, and nothing says why: the bytes are damaged, or were changed by a program
    /// that did not set the CRC.
    WRONG_CRC,
    /// It cannot be read.
    REFUSED
  }

  /// A member.
  ///
  /// @param name its name
  /// @param state what is to be said of it
  /// @param message the error's text, empty if there is none
  public record Member(String name, State state, String message) {}

  /// Whether all is right.
  ///
  /// @return true if the archive can be read, with all its members; trailing bytes do not count,
  ///   nor do members that later ones of their name hide
  public boolean isSound() {
    return damage.isEmpty()
        && members.stream()
            .allMatch(member -> member.state() == State.SOUND || member.state() == State.SHADOWED);
  }
}
