package io.ndmap.zip;

import static io.ndmap.zip.ZipFormat.LOCAL_BYTES;
import static io.ndmap.zip.ZipFormat.unsigned;

import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.posix.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
  /// @throws ResourceLimitException if there are more
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
    ByteBuffer fixed = Channels.read(channel, at, LOCAL_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (fixed.remaining() < LOCAL_BYTES || fixed.getInt() != ZipFormat.LOCAL_SIGNATURE) {
      return Optional.empty();
    }
    var _ = fixed.getShort();
    int flags = unsigned(fixed.getShort());
    int method = unsigned(fixed.getShort());
    // The time may be the mark of an update.
    var _ = fixed.getInt();
    int crc = fixed.getInt();
    long compressedSize = unsigned(fixed.getInt());
    long size = unsigned(fixed.getInt());
    byte[] name = new byte[unsigned(fixed.getShort())];
    ByteBuffer rest =
        Channels.read(channel, at + LOCAL_BYTES, name.length + unsigned(fixed.getShort()))
            .order(ByteOrder.LITTLE_ENDIAN);
    if ((flags & ZipFormat.DESCRIPTOR) != 0 || rest.remaining() < name.length) {
      return Optional.empty();
    }
    rest.get(name);
    try {
      Zip64Extra wide =
          Zip64Extra.read(
              rest.slice().order(ByteOrder.LITTLE_ENDIAN),
              new Zip64Extra(size, compressedSize, 0),
              reason -> new NpzFormatException(archive, at, reason));
      ZipMember member =
          new ZipMember(
              ZipFormat.name(name, flags),
              flags,
              method,
              0,
              crc,
              wide.compressedSize(),
              wide.size(),
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
    } catch (NpyFormatException | CharacterCodingException e) {
      // The member is incomplete or damaged.
      return Optional.empty();
    }
  }
}
