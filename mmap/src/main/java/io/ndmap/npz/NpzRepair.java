package io.ndmap.npz;

import io.ndmap.file.ReplacedFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.zip.LocalHeader;
import io.ndmap.zip.LocalScan;
import io.ndmap.zip.MemberChannel;
import io.ndmap.zip.ZipMember;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Verifies, repairs and aligns archives.
public final class NpzRepair {

  private NpzRepair() {}

  /// The kinds of steps of a repair.
  public enum Kind {
    /// Sets the CRC of a member whose update was not finished.
    SET_CRC,
    /// Removes the mark of an update that left the CRC right.
    CLEAR_MARK,
    /// Writes a central directory for the members that are found by their headers. What follows the
    /// last whole one is dropped.
    REBUILD_DIRECTORY
  }

  /// A step of a repair.
  ///
  /// @param kind what it does
  /// @param target the member, or the archive
  /// @param detail what was found, and what it becomes
  public record Action(Kind kind, String target, String detail) {}

  /// Reads a whole archive and says what is wrong with it: its directory, and of each member
  /// header, size and CRC. Changes nothing.
  ///
  /// @param path the archive
  /// @return what was found
  /// @throws IOException if the file cannot be read
  public static NpzReport verify(Path path) throws IOException {
    return verify(path, NpzOptions.DEFAULT);
  }

  /// The same as [#verify(Path)] within other limits.
  ///
  /// @param path the archive
  /// @param options the limits
  /// @return what was found
  /// @throws IOException if the file cannot be read
  public static NpzReport verify(Path path, NpzOptions options) throws IOException {
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_ONLY, options)) {
      List<NpzReport.Member> members = new ArrayList<>();
      for (NpzMember member : archive.all()) {
        members.add(
            archive.isShadowed(member)
                ? new NpzReport.Member(member.name(), NpzReport.State.SHADOWED, ZipMember.SHADOWED)
                : verify(member));
      }
      return new NpzReport(path, Optional.empty(), List.copyOf(members), archive.trailingBytes());
    } catch (NpyFormatException e) {
      return new NpzReport(path, Optional.of(e), List.of(), 0);
    }
  }

  /// Reads a member of an open archive and says what is wrong with it.
  ///
  /// @param member the member
  /// @return what was found
  /// @throws IOException if the file cannot be read
  public static NpzReport.Member verify(NpzMember member) throws IOException {
    try {
      member.verify();
      return new NpzReport.Member(
          member.name(),
          member.isBeingUpdated() ? NpzReport.State.MARKED : NpzReport.State.SOUND,
          "");
    } catch (NpyFormatException e) {
      return new NpzReport.Member(member.name(), state(member), String.valueOf(e.getMessage()));
    }
  }

  /// The state of a member that cannot be read.
  private static NpzReport.State state(NpzMember member) throws IOException {
    try {
      if (!member.isStored() || member.crc() == member.crcOfBytes()) {
        return NpzReport.State.REFUSED;
      }
      return member.isBeingUpdated()
          ? NpzReport.State.UPDATE_UNFINISHED
          : NpzReport.State.WRONG_CRC;
    } catch (NpyFormatException e) {
      return NpzReport.State.REFUSED;
    }
  }

  /// Plans a [#repair], and changes nothing.
  ///
  /// @param path the archive
  /// @return the steps, none if there is nothing that it could do
  /// @throws IOException if the file cannot be read
  public static List<Action> plan(Path path) throws IOException {
    return plan(path, NpzOptions.DEFAULT);
  }

  /// Plans a [#repair(Path, NpzOptions)], and changes nothing.
  ///
  /// @param path the archive
  /// @param options the limits
  /// @return the steps, none if there is nothing that it could do
  /// @throws IOException if the file cannot be read
  public static List<Action> plan(Path path, NpzOptions options) throws IOException {
    NpzReport report = verify(path, options);
    if (report.damage().orElse(null) instanceof NpzFormatException damage) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        return rebuildable(channel, path, options)
            .map(scan -> List.of(rebuild(path, scan, damage)))
            .orElse(List.of());
      }
    }
    List<Action> actions = new ArrayList<>();
    for (NpzReport.Member member : report.members()) {
      switch (member.state()) {
        case UPDATE_UNFINISHED ->
            actions.add(new Action(Kind.SET_CRC, member.name(), member.message()));
        case MARKED ->
            actions.add(
                new Action(Kind.CLEAR_MARK, member.name(), "its CRC is right; the mark goes"));
        case SOUND, SHADOWED, WRONG_CRC, REFUSED -> {}
      }
    }
    return List.copyOf(actions);
  }

  /// Mends what a process left that died while it updated the archive, or wrote it without the care
  /// of [NpzWriter]: sets CRCs of members with the mark of an update, and rebuilds a central
  /// directory that is lost. No process may have the archive open for writing.
  ///
  /// A CRC that is wrong without a mark is left alone, as it says that bytes are damaged; see
  /// [#acceptBytes].
  ///
  /// @param path the archive
  /// @return what was done
  /// @throws FileSystemException if another process rewrites the archive, or it may not be written
  ///   (as [java.nio.file.AccessDeniedException])
  /// @throws IOException if the file cannot be read or written
  public static List<Action> repair(Path path) throws IOException {
    return repair(path, NpzOptions.DEFAULT);
  }

  /// The same as [#repair(Path)] within other limits.
  ///
  /// @param path the archive
  /// @param options the limits
  /// @return what was done
  /// @throws FileSystemException if another process rewrites the archive, or it may not be written
  ///   (as [java.nio.file.AccessDeniedException])
  /// @throws IOException if the file cannot be read or written
  public static List<Action> repair(Path path, NpzOptions options) throws IOException {
    List<Action> actions = plan(path, options);
    if (!actions.isEmpty()) {
      // Also what is repaired in place, by a user who may write everything.
      var _ = ReplacedFile.of(path);
    }
    for (Action action : actions) {
      switch (action.kind()) {
        case SET_CRC, CLEAR_MARK -> acceptBytes(path, action.target(), options);
        case REBUILD_DIRECTORY -> rebuildDirectory(path, options);
      }
    }
    return actions;
  }

  /// Sets the CRC of a stored member for the bytes that are there, whatever they are.
  ///
  /// @param path the archive
  /// @param name the name of the member, with or without `.npy`
  /// @throws java.util.NoSuchElementException if there is no such member
  /// @throws IllegalArgumentException if it is compressed: then wrong bytes cannot be accepted
  /// @throws IOException if the file cannot be read or written
  /// @throws NpzFormatException if the member is refused
  public static void acceptBytes(Path path, String name) throws IOException {
    acceptBytes(path, name, NpzOptions.DEFAULT);
  }

  private static void acceptBytes(Path path, String name, NpzOptions options) throws IOException {
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_WRITE, options)) {
      archive.member(name).acceptBytes();
    }
  }

  private static Optional<LocalScan> rebuildable(FileChannel channel, Path path, NpzOptions options)
      throws IOException {
    LocalScan scan = LocalScan.of(channel, path.toString(), options.maxMembers());
    Set<String> names = new HashSet<>();
    return scan.members().isEmpty()
            || !scan.members().stream().allMatch(member -> names.add(member.name()))
        ? Optional.empty()
        : Optional.of(scan);
  }

  private static Action rebuild(Path path, LocalScan scan, NpzFormatException damage) {
    return new Action(
        Kind.REBUILD_DIRECTORY,
        path.toString(),
        "%s; whole members: %s, up to byte %s"
            .formatted(damage.getMessage(), scan.members().size(), scan.end()));
  }

  private static void rebuildDirectory(Path path, NpzOptions options) throws IOException {
    try (NpzWriter writer = NpzWriter.rewrite(path, NpzWriteOptions.DEFAULT, _ -> {});
        FileChannel channel = FileChannel.open(writer.target(), StandardOpenOption.READ)) {
      LocalScan scan =
          rebuildable(channel, path, options)
              .orElseThrow(() -> new IOException(path + ": changed while it was repaired"));
      for (ZipMember member : scan.members()) {
        writer.copy(channel, member, LocalHeader.read(channel, path.toString(), member));
      }
      writer.publish();
    }
  }

  /// Rewrites an archive so that all its arrays can be mapped: stored, and aligned to 64 bytes. The
  /// CRC of each member is checked on the way. If several members have one name, the last is kept,
  /// the one that is read, and the others are left out. The archive appears in one step, as
  /// [NpzWriter] does it; who has the old archive open keeps that.
  ///
  /// @param path the archive, which is followed if it is a link
  /// @return the names of the members that are left out, in the order of the central directory
  /// @throws FileSystemException if another process rewrites the archive
  /// @throws NpyFormatException if a member cannot be read; the archive stays as it was
  /// @throws ResourceLimitException as [NpzFile#open(Path)]
  /// @throws IOException if the file cannot be read, or the new one not be written
  public static List<String> align(Path path) throws IOException {
    return align(path, NpzOptions.DEFAULT);
  }

  /// The same as [#align(Path)] within other limits.
  ///
  /// @param path the archive, which is followed if it is a link
  /// @param options the limits
  /// @return the names of the members that are left out, in the order of the central directory
  /// @throws FileSystemException if another process rewrites the archive
  /// @throws NpyFormatException if a member cannot be read; the archive stays as it was
  /// @throws ResourceLimitException as [NpzFile#open(Path, OpenMode, NpzOptions)]
  /// @throws IOException if the file cannot be read, or the new one not be written
  public static List<String> align(Path path, NpzOptions options) throws IOException {
    List<String> leftOut = new ArrayList<>();
    try (NpzWriter writer = NpzWriter.rewrite(path, NpzWriteOptions.DEFAULT, _ -> {});
        Archive archive = Archive.open(writer.target(), OpenMode.READ_ONLY, options, _ -> {})) {
      Map<String, ZipMember> byName = new HashMap<>();
      archive.directory().members().forEach(member -> byName.put(member.name(), member));
      for (ZipMember member : archive.directory().members()) {
        if (!member.equals(byName.get(member.name()))) {
          leftOut.add(member.name());
          continue;
        }
        try (MemberChannel bytes = archive.read(member)) {
          writer.addStored(member, bytes);
        }
      }
      writer.publish();
    }
    return List.copyOf(leftOut);
  }
}
