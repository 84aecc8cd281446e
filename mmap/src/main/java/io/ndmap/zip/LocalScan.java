package io.ndmap.zip;

import io.ndmap.npy.MissingLibraryException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.ResourceLimitException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the members of an archive that has lost its central directory: reads one local header
/// after the other, beginning at the first byte. The scan ends where no local header follows, and
/// at the first member that is incomplete or damaged, or whose size is in a data descriptor after
/// its bytes.
///
/// @param members the complete members, with verified CRCs
/// @param end the end offset of the last complete member; 0 if there is none
public record LocalScan(List<ZipMember> members, long end) {

  /// The record offset of a member that has no record in a central directory.
  private static final long NOWHERE = -1;

  /// Scans a file.
  ///
  /// @param archive the file's path, for messages
  /// @param maxMembers the maximum number of members
  /// @throws ResourceLimitException if there are more members, or the heap is too small to
  ///   decompress a member
  /// @throws MissingLibraryException if the library that decompresses a member is missing
  public static LocalScan of(FileChannel channel, String archive, int maxMembers)
      throws IOException {
    List<ZipMember> members = new ArrayList<>();
    long at = 0;
    while (true) {
      Optional<ZipMember> member = member(channel, archive, at);
      if (member.isEmpty()) {
        return new LocalScan(List.copyOf(members), at);
      }
      if (members.size() == maxMembers) {
        throw ZipDirectory.tooMany(archive, at, maxMembers);
      }
      members.add(member.get());
      at =
          LocalHeader.read(channel, archive, member.get()).dataOffset()
              + member.get().compressedSize();
    }
  }

  /// Returns the member whose local header is at an offset; empty if there is no header, or the
  /// member is incomplete or damaged.
  private static Optional<ZipMember> member(FileChannel channel, String archive, long at)
      throws IOException {
    Optional<LocalFields> found = LocalFields.read(channel, at);
    if (found.isEmpty() || (found.get().flags() & ZipFormat.DESCRIPTOR) != 0) {
      return Optional.empty();
    }
    LocalFields fields = found.get();
    try {
      Zip64Extra sizes = fields.sizes(archive);
      // The time in the header is dropped, because it may be the mark of an update.
      ZipMember member =
          new ZipMember(
              fields.name(),
              fields.flags(),
              fields.method(),
              0,
              fields.crc(),
              sizes.compressedSize(),
              sizes.size(),
              at,
              NOWHERE,
              channel.size(),
              null);
      ZipMember validated = ZipDirectory.validated(List.of(member), channel.size()).getFirst();
      LocalHeader header = LocalHeader.read(channel, archive, validated);
      try (MemberChannel bytes = MemberChannel.open(channel, archive, validated, header)) {
        bytes.drain();
      }
      return Optional.of(validated);
    } catch (MissingLibraryException | ResourceLimitException e) {
      // The member may be intact. Ending the scan here would lose it and all members after it.
      throw e;
    } catch (NpyFormatException | CharacterCodingException e) {
      // The member is incomplete or damaged.
      return Optional.empty();
    }
  }
}
