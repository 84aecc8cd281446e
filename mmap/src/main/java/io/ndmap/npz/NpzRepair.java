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
    /// Sets the CRC of a member whose update was not finished, and removes the mark of the update.
    SET_CRC,
    /// Removes the mark of an update from a member whose CRC is correct.
    CLEAR_MARK,
    /// Writes a central directory for the members that are found by their local headers. Bytes
    /// after the last complete member are dropped.
    REBUILD_DIRECTORY
  }

  /// A step of a repair.
  ///
  /// @param kind the kind of step
  /// @param target the name of the member, or the path of the archive
  /// @param detail the reason for the step
  public record Action(Kind kind, String target, String detail) {}

  /// Reads a whole archive and reports damage to its directory and to the header, size and CRC of
  /// each member. Members that a later one shadows are not read. Changes nothing.
  ///
  /// @param path the archive
  /// @return the report
  /// @throws IOException if the file cannot be read
  public static NpzReport verify(Path path) throws IOException {
    return verify(path, NpzOptions.DEFAULT);
  }

  /// Verifies an archive as [#verify(Path)] does, with other limits.
  ///
  /// @param path the archive
  /// @param options the limits
  /// @return the report
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

  /// Reads a member of an open archive and reports damage.
  ///
  /// @param member the member
  /// @return the report
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

  /// The state of a member for which [NpzMember#verify] has thrown an exception.
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

  /// Plans a [#repair]. Changes nothing.
  ///
  /// @param path the archive
  /// @return the steps; empty if nothing needs to be repaired, or nothing can be
  /// @throws IOException if the file cannot be read
  /// @throws NpyFormatException if the directory is lost, and there are more members than the
  ///   limit, or a member needs a library that is missing or a larger heap
  public static List<Action> plan(Path path) throws IOException {
    return plan(path, NpzOptions.DEFAULT);
  }

  /// Plans a [#repair(Path, NpzOptions)]. Changes nothing.
  ///
  /// @param path the archive
  /// @param options the limits
  /// @return the steps; empty if nothing needs to be repaired, or nothing can be
  /// @throws IOException if the file cannot be read
  /// @throws NpyFormatException as [#plan(Path)]
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
                new Action(Kind.CLEAR_MARK, member.name(), "its CRC matches; clears the mark"));
        case SOUND, SHADOWED, WRONG_CRC, REFUSED -> {}
      }
    }
    return List.copyOf(actions);
  }

  /// Repairs an archive after a process died while updating it, or while writing it without the
  /// safeguards of [NpzWriter]: sets the CRCs of members with the mark of an update and removes the
  /// marks, or rebuilds a lost central directory. No process may have the archive open for writing.
  ///
  /// A wrong CRC of a member without the mark is not changed, because it indicates damaged bytes;
  /// see [#acceptBytes].
  ///
  /// @param path the archive
  /// @return the steps taken
  /// @throws FileSystemException if the directory is lost, and another process is rewriting the
  ///   archive; [java.nio.file.AccessDeniedException] if the archive may not be written
  /// @throws IOException if the file cannot be read or written
  /// @throws NpyFormatException as [#plan(Path)]
  public static List<Action> repair(Path path) throws IOException {
    return repair(path, NpzOptions.DEFAULT);
  }

  /// Repairs an archive as [#repair(Path)] does, with other limits.
  ///
  /// @param path the archive
  /// @param options the limits
  /// @return the steps taken
  /// @throws FileSystemException as [#repair(Path)]
  /// @throws IOException if the file cannot be read or written
  /// @throws NpyFormatException as [#plan(Path)]
  public static List<Action> repair(Path path, NpzOptions options) throws IOException {
    List<Action> actions = plan(path, options);
    if (!actions.isEmpty()) {
      requireUnprotected(path);
    }
    for (Action action : actions) {
      switch (action.kind()) {
        case SET_CRC, CLEAR_MARK -> acceptBytes(path, action.target(), options);
        case REBUILD_DIRECTORY -> rebuildDirectory(path, options);
      }
    }
    return actions;
  }

  /// Sets the CRC of a stored member to the CRC of its current bytes, and removes the mark of an
  /// update.
  ///
  /// @param path the archive
  /// @param name the name of the member, with or without `.npy`
  /// @throws java.util.NoSuchElementException if there is no such member
  /// @throws IllegalArgumentException if the member is compressed: damaged compressed bytes cannot
  ///   be accepted
  /// @throws java.nio.file.AccessDeniedException if the archive may not be written
  /// @throws IOException if the file cannot be read or written
  /// @throws NpzFormatException if the file is not an archive, or the member is refused
  public static void acceptBytes(Path path, String name) throws IOException {
    requireUnprotected(path);
    acceptBytes(path, name, NpzOptions.DEFAULT);
  }

  /// Refuses a write-protected file, even if root repairs it in place.
  private static void requireUnprotected(Path path) throws IOException {
    var _ = ReplacedFile.of(path);
  }

  private static void acceptBytes(Path path, String name, NpzOptions options) throws IOException {
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_WRITE, options)) {
      archive.member(name).acceptBytes();
    }
  }

  /// Scans an archive for members. Returns an empty result if the directory cannot be rebuilt: no
  /// member was found, or two members have the same name.
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
        "%s; complete members: %s, up to byte %s"
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

  /// Rewrites an archive so that all its arrays can be mapped: without compression, and aligned to
  /// 64 bytes. The CRC of each kept member is checked. Of several members with the same name, only
  /// the last is kept, because readers use the last; the earlier ones are dropped, and so are the
  /// dates of the members and the comment of the archive. The archive is replaced in one step, as
  /// by [NpzWriter]; existing mappings keep the old archive.
  ///
  /// @param path the archive; a link is followed
  /// @return the names of the dropped members, in the order of the central directory
  /// @throws FileSystemException if another process is rewriting the archive
  /// @throws NpyFormatException if a member cannot be read; the archive is unchanged
  /// @throws ResourceLimitException as [NpzFile#open(Path)]
  /// @throws IOException if the file cannot be read, or the new one cannot be written
  public static List<String> align(Path path) throws IOException {
    return align(path, NpzOptions.DEFAULT);
  }

  /// Rewrites an archive as [#align(Path)] does, with other limits.
  ///
  /// @param path the archive; a link is followed
  /// @param options the limits
  /// @return the names of the dropped members, in the order of the central directory
  /// @throws FileSystemException if another process is rewriting the archive
  /// @throws NpyFormatException if a member cannot be read; the archive is unchanged
  /// @throws ResourceLimitException as [NpzFile#open(Path, OpenMode, NpzOptions)]
  /// @throws IOException if the file cannot be read, or the new one cannot be written
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
