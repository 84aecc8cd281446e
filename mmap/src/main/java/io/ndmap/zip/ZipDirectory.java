package io.ndmap.zip;

import static io.ndmap.zip.ZipFormat.CENTRAL_BYTES;
import static io.ndmap.zip.ZipFormat.quoted;
import static io.ndmap.zip.ZipFormat.unsigned;

import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.posix.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The central directory of an archive. A record that cannot be decoded (also its name or an extra
/// field) makes the archive unreadable. A record that declares a member that cannot be read, for
/// instance an encrypted one, becomes a member with a [ZipMember#refusal]; the other members can be
/// read.
///
/// @param members the members in the order of the directory
/// @param start the offset of the directory in the file
/// @param end the end offset of the directory, at which the end records begin
/// @param base the number to add to the offsets in the directory: the size of the data before the
///   archive if the offsets do not include it
/// @param comment the comment of the archive, with one character per byte (ISO 8859-1)
/// @param trailing the number of bytes after the archive and its comment
public record ZipDirectory(
    List<ZipMember> members, long start, long end, long base, String comment, long trailing) {

  // The maximum bytes of the directory: 64 MiB, or 671 bytes per allowed member if more than the
  // default number of 100,000 members are allowed.
  private static final long MAX_BYTES = 64L << 20;
  private static final long MAX_BYTES_A_MEMBER = MAX_BYTES / 100_000;

  private static final String REMEDY = "the option NpzOptions.withMaxMembers raises it";

  /// The maximum number of decompressed bytes per compressed byte of deflate, which expands 2 bits
  /// to at most 258 bytes.
  static final long MAX_RATIO = 1032;

  // The maximum bytes per read: more than the longest record has.
  private static final int WINDOW = 1 << 18;

  // Version 6.3 of the zip format, the highest version that Python's `zipfile` accepts.
  private static final int MAX_VERSION = 63;

  /// Reads the directory.
  ///
  /// @param source the name of the archive in messages
  /// @param maxMembers the maximum number of members; the directory may have up to 64 MiB, or 671
  ///   bytes times this maximum if that is more
  /// @throws NpzFormatException if Python's `zipfile` would refuse the directory, or a record is
  ///   cut off before the end of its name
  /// @throws ResourceLimitException if there are too many members, or the directory is too long
  public static ZipDirectory read(FileChannel channel, String source, int maxMembers)
      throws IOException {
    EndRecord end = EndRecord.find(channel, source);
    long maxBytes = Math.max(MAX_BYTES, maxMembers * MAX_BYTES_A_MEMBER);
    if (end.directorySize() > maxBytes) {
      throw new ResourceLimitException(
          source,
          end.directoryStart(),
          "the central directory has %s bytes, the limit is %s; %s"
              .formatted(end.directorySize(), maxBytes, REMEDY));
    }
    List<ZipMember> members = new Walk(channel, source, end).members(maxMembers);
    return new ZipDirectory(
        validated(members, end.directoryStart()),
        end.directoryStart(),
        end.directoryStart() + end.directorySize(),
        end.base(),
        end.comment(),
        end.trailing());
  }

  static ResourceLimitException tooMany(String source, long at, int most) {
    return new ResourceLimitException(
        source, at, "there are more members than the limit of " + most + "; " + REMEDY);
  }

  /// Reads the records of the directory in order.
  private static final class Walk {

    private final FileChannel channel;
    private final String source;
    private final EndRecord end;

    /// The file offset after the directory.
    private final long last;

    /// The file offset of the next record.
    private long at;

    /// The bytes of the directory that were read; the next record begins at the buffer's position.
    private ByteBuffer window = ZipFormat.allocate(0);

    Walk(FileChannel channel, String source, EndRecord end) {
      this.channel = channel;
      this.source = source;
      this.end = end;
      this.at = end.directoryStart();
      this.last = at + end.directorySize();
    }

    List<ZipMember> members(int most) throws IOException {
      List<ZipMember> members = new ArrayList<>();
      while (at < last) {
        if (members.size() == most) {
          throw tooMany(source, at, most);
        }
        members.add(next());
      }
      return members;
    }

    private ZipMember next() throws IOException {
      require(CENTRAL_BYTES);
      int signature = window.getInt();
      if (signature != ZipFormat.CENTRAL_SIGNATURE) {
        throw new NpzFormatException(
            source,
            at,
            String.format(
                Locale.ROOT,
                "expected a record of the central directory (%08x), found %08x",
                ZipFormat.CENTRAL_SIGNATURE,
                signature));
      }
      var _ = window.getShort();
      int version = window.get() & 0xff;
      if (version > MAX_VERSION) {
        throw new NpzFormatException(
            source,
            at,
            "expected a member of version %s.%s at most, found %s.%s"
                .formatted(MAX_VERSION / 10, MAX_VERSION % 10, version / 10, version % 10));
      }
      var _ = window.get();
      int flags = unsigned(window.getShort());
      int method = unsigned(window.getShort());
      int time = unsigned(window.getShort());
      var _ = window.getShort();
      int crc = window.getInt();
      long compressedSize = unsigned(window.getInt());
      long size = unsigned(window.getInt());
      int nameBytes = unsigned(window.getShort());
      int extraBytes = unsigned(window.getShort());
      int commentBytes = unsigned(window.getShort());
      var _ = window.getLong();
      long offset = unsigned(window.getInt());
      window.position(window.position() - CENTRAL_BYTES);
      require(CENTRAL_BYTES + nameBytes);
      // The last record may be cut off after the name, which Python accepts.
      int bytes = (int) Math.min(CENTRAL_BYTES + nameBytes + extraBytes + commentBytes, last - at);
      require(bytes);
      byte[] name = new byte[nameBytes];
      window.get(window.position() + CENTRAL_BYTES, name);
      Zip64Extra wide =
          Zip64Extra.read(
              window
                  .slice(
                      window.position() + CENTRAL_BYTES + nameBytes,
                      Math.min(extraBytes, bytes - CENTRAL_BYTES - nameBytes))
                  .order(ByteOrder.LITTLE_ENDIAN),
              new Zip64Extra(size, compressedSize, offset),
              reason -> new NpzFormatException(source, at, reason));
      ZipMember member =
          new ZipMember(
              decoded(name, flags),
              flags,
              method,
              time,
              crc,
              wide.compressedSize(),
              wide.size(),
              wide.offset() < 0 ? -1 : saturated(wide.offset()),
              at,
              end.directoryStart(),
              null);
      window.position(window.position() + bytes);
      at += bytes;
      return member;
    }

    /// Adds the base of the archive to an offset; the maximum of a `long` if the sum overflows.
    private long saturated(long offset) {
      return offset > Long.MAX_VALUE - Math.max(0, end.base())
          ? Long.MAX_VALUE
          : offset + end.base();
    }

    private String decoded(byte[] name, int flags) {
      try {
        return ZipFormat.name(name, flags);
      } catch (CharacterCodingException e) {
        throw new NpzFormatException(source, at, "the name of a member is not UTF-8", e);
      }
    }

    /// Reads on if the window has fewer bytes of the next record than required.
    private void require(int bytes) throws IOException {
      if (bytes > last - at) {
        throw new NpzFormatException(
            source,
            at,
            "a record of the central directory ends early: expected %s bytes, found %s"
                .formatted(bytes, last - at));
      }
      if (window.remaining() < bytes) {
        window =
            Channels.read(channel, at, (int) Math.min(WINDOW, last - at))
                .order(ByteOrder.LITTLE_ENDIAN);
        if (window.remaining() < bytes) {
          throw new NpzFormatException(source, at, "the file became shorter while it was read");
        }
      }
    }
  }

  /// Returns the members with their limits. Members that cannot be read have a refusal.
  ///
  /// @param directory the file offset of the central directory, before which all members must end
  static List<ZipMember> validated(List<ZipMember> members, long directory) {
    ZipMember[] validated = new ZipMember[members.size()];
    Map<String, Integer> last = new HashMap<>();
    for (int i = 0; i < validated.length; i++) {
      last.put(members.get(i).name(), i);
    }
    List<Integer> byOffset = new ArrayList<>();
    for (int i = 0; i < validated.length; i++) {
      byOffset.add(i);
    }
    // The sort is stable: of several members at one offset, the first in the directory is kept, and
    // the others are refused.
    byOffset.sort(Comparator.comparingLong(i -> members.get(i).headerOffset()));
    long limit = directory;
    for (int i = validated.length - 1; i >= 0; i--) {
      ZipMember member = members.get(byOffset.get(i));
      ZipMember before = i == 0 ? null : members.get(byOffset.get(i - 1));
      ZipMember limited = member.validated(Math.min(limit, directory), null);
      String reason = reason(limited, before, directory);
      if (reason == null && !byOffset.get(i).equals(last.get(member.name()))) {
        reason = ZipMember.SHADOWED;
      }
      validated[byOffset.get(i)] = limited.validated(limited.limit(), reason);
      if (before == null || before.headerOffset() != member.headerOffset()) {
        limit = member.headerOffset();
      }
    }
    return List.of(validated);
  }

  /// Returns the reason to refuse a member, or null.
  ///
  /// @param before the member with the next lower offset (or the same offset), or null
  /// @param directory the file offset of the central directory
  private static @Nullable String reason(
      ZipMember member, @Nullable ZipMember before, long directory) {
    long least = ZipFormat.LOCAL_BYTES;
    if (member.size() < 0 || member.compressedSize() < 0) {
      return "its size exceeds 2^63-1";
    }
    if (member.headerOffset() < 0
        || member.headerOffset() > directory - least
        || member.compressedSize() > directory - least - member.headerOffset()) {
      return "expected it to lie before the central directory at byte %s, found %s bytes at byte %s"
          .formatted(directory, member.compressedSize(), member.headerOffset());
    }
    if (before != null && before.headerOffset() == member.headerOffset()) {
      return "it begins where the member " + quoted(before.name()) + " does";
    }
    if (member.headerOffset() + least + member.compressedSize() > member.limit()) {
      return overlap(member);
    }
    if (member.name().indexOf('\0') >= 0) {
      return "there is a NUL in its name";
    }
    if ((member.flags() & (ZipFormat.ENCRYPTED | ZipFormat.STRONGLY_ENCRYPTED)) != 0) {
      return "it is encrypted";
    }
    if ((member.flags() & ZipFormat.PATCHED) != 0) {
      return "it is compressed patched data (flag bit 5)";
    }
    return switch (member.method()) {
      case ZipMember.STORED ->
          member.size() == member.compressedSize()
              ? null
              : "a stored member must have one size, found %s and %s"
                  .formatted(member.size(), member.compressedSize());
      case ZipMember.DEFLATED -> excess(member, "deflate", MAX_RATIO);
      case ZipMember.BZIP2 -> excess(member, "bzip2", Bzip2Decoder.MAX_RATIO);
      case ZipMember.LZMA -> excess(member, "lzma", LzmaDecoder.MAX_RATIO);
      default ->
          ("its compression method is %s%s; stored (0), deflated (8), bzip2 (12) and lzma (14)"
                  + " members are read")
              .formatted(member.method(), methodName(member.method()));
    };
  }

  /// Returns the reason to refuse a member whose declared size exceeds the maximum for its number
  /// of compressed bytes, or null.
  private static @Nullable String excess(ZipMember member, String method, long maxRatio) {
    // Divide the size by the ratio: the compressed size times the ratio might overflow.
    return Math.ceilDiv(member.size(), maxRatio) <= member.compressedSize()
        ? null
        : "it claims %s bytes of %s compressed ones; %s makes at most %s of one"
            .formatted(member.size(), member.compressedSize(), method, maxRatio);
  }

  static String overlap(ZipMember member) {
    return "it overlaps what begins at byte " + member.limit();
  }

  private static String methodName(int method) {
    return switch (method) {
      case 9 -> " (deflate64)";
      case 93 -> " (zstd)";
      case 95 -> " (xz)";
      case 98 -> " (ppmd)";
      case 99 -> " (AES)";
      default -> "";
    };
  }
}
