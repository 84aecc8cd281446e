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

/// Finds the members of an archive whose central directory is lost by their local headers, from the
/// first byte on. The scan ends at the first member that is incomplete, or whose size is in a
/// descriptor after it.
///
/// @param members the complete members, with verified CRCs
/// @param end the end offset of the last of them
public record LocalScan(List<ZipMember> members, long end) {

  private static final long NOWHERE = -1;

  /// Scans a file.
  ///
  /// @param archive its path, for messages
  /// @param maxMembers the maximum number of members
  /// @throws ResourceLimitException if there are more, or the heap is too small for one
  /// @throws MissingLibraryException if one can only be decompressed by a library
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

  private static Optional<ZipMember> member(FileChannel channel, String archive, long at)
      throws IOException {
    Optional<LocalFields> found = LocalFields.read(channel, at);
    if (found.isEmpty() || (found.get().flags() & ZipFormat.DESCRIPTOR) != 0) {
      return Optional.empty();
    }
    LocalFields fields = found.get();
    try {
      Zip64Extra sizes = fields.sizes(archive);
      // Without its time, which may be the mark of an update.
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
      // Not the fault of the member, with which those after it would be lost.
      throw e;
    } catch (NpyFormatException | CharacterCodingException e) {
      // The member is incomplete or damaged.
      return Optional.empty();
    }
  }
}
