package io.ndmap.npz;

import io.ndmap.dtype.DTypeException;
import io.ndmap.file.AccessRights;
import io.ndmap.file.ReplacedFile;
import io.ndmap.file.TemporaryFile;
import io.ndmap.mmap.FileRange;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.MissingLibraryException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.posix.Disk;
import io.ndmap.posix.Interrupts;
import io.ndmap.zip.LocalHeader;
import io.ndmap.zip.MemberChannel;
import io.ndmap.zip.ZipMember;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A member of an archive: an array, or any other bytes.
///
/// The first call of [#view] maps a stored array, or inflates a compressed array. Deflate is
/// supported, and bzip2 and LZMA with the optional libraries `org.apache.commons:commons-compress`
/// and `org.tukaani:xz`. Later calls return the same view. A member that cannot be read does not
/// affect other members.
///
/// Thread-safe: threads that use a member wait for each other while it is mapped, inflated, forced
/// or closed.
public final class NpzMember {

  private static final String SUFFIX = ".npy";
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  private final Archive archive;
  private ZipMember entry;
  private @Nullable NpyFile mapped;
  private @Nullable InflatedArray inflated;
  private boolean closed;

  NpzMember(Archive archive, ZipMember entry) {
    this.archive = archive;
    this.entry = entry;
  }

  /// Returns the name in the archive. It is a label, not a path.
  ///
  /// @return the name, such as `x.npy`
  public String name() {
    return entry.name();
  }

  /// Returns the name as NumPy lists it (`files` of NumPy's `NpzFile`).
  ///
  /// @return the name without `.npy` at its end
  public String key() {
    return key(entry.name());
  }

  static String key(String name) {
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  /// Returns whether the member is stored without compression.
  ///
  /// @return false if it is compressed
  public boolean isStored() {
    return entry.method() == ZipMember.STORED;
  }

  /// Returns the compression method.
  ///
  /// @return the method's number in the zip format: 0 for stored, 8 for deflated, 12 for bzip2, 14
  ///   for LZMA; a member with another method is refused when it is read
  public int method() {
    return entry.method();
  }

  /// Returns the number of bytes of the member, uncompressed.
  ///
  /// @return the size that the central directory declares
  public long size() {
    return entry.size();
  }

  /// Returns the number of bytes that the member takes in the file, without its header.
  ///
  /// @return the compressed size that the central directory declares
  public long compressedSize() {
    return entry.compressedSize();
  }

  /// Returns the CRC-32 of the bytes, as declared by the central directory.
  ///
  /// @return the CRC
  public synchronized int crc() {
    return entry.crc();
  }

  /// Returns the offset of the bytes in the file.
  ///
  /// @return the offset of the first byte after the member's local header
  /// @throws IOException if the file cannot be read
  /// @throws NpzFormatException if the member is refused
  /// @throws FileClosedException if the archive is closed
  public long offset() throws IOException {
    return archive.header(entry).dataOffset();
  }

  /// Returns whether the member is an array. As in NumPy, the first bytes of the member decide, not
  /// its name.
  ///
  /// @return true if the member begins with the magic of `.npy`
  /// @throws IOException if the file cannot be read
  /// @throws NpyFormatException if the member is refused, or its bytes cannot be decompressed
  /// @throws FileClosedException if the archive is closed
  public boolean isArray() throws IOException {
    try (InputStream in = bytes()) {
      return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
    }
  }

  /// Reads the header of an array, even of an array of Python objects. A compressed member is
  /// inflated only as far as the header requires.
  ///
  /// @return the header
  /// @throws IOException if the file cannot be read
  /// @throws NpyFormatException if the member is not an array, or is refused
  /// @throws FileClosedException if the archive is closed
  public NpyHeader header() throws IOException {
    try (InputStream in = bytes()) {
      return NpyHeaderCodec.readAny(in, source(), archive.options().members().limits());
    }
  }

  /// Returns the array: mapped in place if it is stored (or read into memory, as by
  /// [NpyFile#isMapped]), otherwise inflated into memory once.
  ///
  /// A mapped array is accessed in the archive's mode. With [OpenMode#READ_WRITE], the first call
  /// sets the mark of an update in the file ([#isBeingUpdated]), stores reach the file, and after a
  /// store the CRC of the member is wrong until [#force] or the archive's closing sets it. The CRC
  /// of a mapped member is not checked, see [#verify]. An inflated array is writable only with
  /// [OpenMode#COPY_ON_WRITE]; its CRC is checked while it is inflated.
  ///
  /// @return the view, whose class depends on the dtype
  /// @throws IOException if the file cannot be read or mapped
  /// @throws NpyFormatException if the member is not an array, is refused, cannot be decompressed,
  ///   or has a wrong CRC
  /// @throws TruncatedDataException if the member has fewer bytes than its `.npy` header declares
  /// @throws ObjectArrayException if the elements are Python objects
  /// @throws ResourceLimitException if the header or the inflated members exceed the limits, if the
  ///   memory cannot be allocated, or if the LZMA dictionary would take more than a quarter of the
  ///   maximum heap or more than 2 GiB
  /// @throws MissingLibraryException if the optional library that decompresses the member is
  ///   missing
  /// @throws FileClosedException if the archive is closed
  public synchronized NdView<?> view() throws IOException {
    if (closed || !archive.isOpen()) {
      throw archive.closed();
    }
    // For a refused member of any method, `map` throws the exception with the reason.
    if (isStored() || entry.refusal() != null) {
      if (mapped == null) {
        mapped = map();
      }
      return mapped.view();
    }
    if (inflated == null) {
      inflated = inflate();
    }
    return inflated.view();
  }

  /// Returns the array as a view of the given class, as [#view].
  ///
  /// @param viewClass the class of the view, such as `DoubleView.class`
  /// @param <V> the class of the view
  /// @return the view
  /// @throws IOException as [#view]
  /// @throws NpyFormatException as [#view]
  /// @throws DTypeException if the dtype has another view class
  /// @throws FileClosedException as [#view]
  public <V extends NdView<V>> V view(Class<V> viewClass) throws IOException {
    return view().as(viewClass);
  }

  private NpyFile map() throws IOException {
    LocalHeader header = archive.header(entry);
    NpyFile file = archive.map(new FileRange(source(), header.dataOffset(), entry.size()));
    if (archive.mode() == OpenMode.READ_WRITE) {
      try {
        FileChannel channel = archive.channel();
        // The mark must be on the disk before the caller can store the first element.
        header.markUpdate(channel);
        Disk.forceData(channel, archive.path());
        archive.did(UpdateStep.MARKED);
      } catch (Throwable e) {
        file.close();
        throw e;
      }
    }
    return file;
  }

  private InflatedArray inflate() throws IOException {
    try (MemberChannel channel = archive.read(entry)) {
      NpyHeader header =
          NpyHeaderCodec.read(
              Channels.newInputStream(channel), source(), archive.options().members().limits());
      NpyHeaderCodec.requireData(header, entry.size() - header.dataOffset(), source());
      archive.claim(entry, header.dataBytes());
      try {
        return inflate(channel, header);
      } catch (Throwable e) {
        archive.release(header.dataBytes());
        throw e;
      }
    }
  }

  private InflatedArray inflate(MemberChannel channel, NpyHeader header) throws IOException {
    InflatedArray array =
        InflatedArray.read(
            channel,
            source(),
            archive.mode() == OpenMode.COPY_ON_WRITE,
            header,
            archive.options().members().arena());
    try {
      channel.drain();
      return array;
    } catch (Throwable e) {
      array.close();
      throw e;
    }
  }

  /// Returns the bytes of the member, inflated if it is compressed. The content may be an array or
  /// anything else, such as a pickle of Python objects. The stream reads from the file and checks
  /// the CRC at its end. Reading throws [NpzFormatException] if the bytes cannot be decompressed or
  /// have another CRC, [TruncatedDataException] if there are too few bytes, and
  /// [ResourceLimitException] and [MissingLibraryException] as [#view].
  ///
  /// @return the stream, for one thread; close it before the archive
  /// @throws IOException if the file cannot be read
  /// @throws NpzFormatException if the member is refused
  /// @throws FileClosedException if the archive is closed
  public InputStream bytes() throws IOException {
    return Channels.newInputStream(archive.read(current()));
  }

  /// Writes the bytes of the member, inflated if it is compressed, into a new file: an array
  /// becomes a `.npy` file. The file appears under its name with all bytes, or not at all. The
  /// member's name does not determine the file's name.
  ///
  /// @param target the file, in a directory that exists
  /// @param replacing whether an existing file is replaced; a link is then followed, and the new
  ///   file gets the rights of the old one
  /// @throws FileAlreadyExistsException if the file exists and `replacing` is false
  /// @throws AccessDeniedException if the file to be replaced may not be written, or has no write
  ///   permission
  /// @throws IOException if a file cannot be read or written
  /// @throws NpyFormatException if the member is refused, cannot be decompressed, or has a wrong
  ///   CRC
  /// @throws FileClosedException if the archive is closed
  public void extract(Path target, boolean replacing) throws IOException {
    if (!replacing && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    Path replaced = replacing ? ReplacedFile.of(target) : target;
    boolean replaces = replacing && Files.exists(replaced);
    try (InputStream in = bytes();
        TemporaryFile temporary =
            replaces ? TemporaryFile.createPrivate(replaced) : TemporaryFile.create(replaced)) {
      var _ = in.transferTo(Channels.newOutputStream(temporary.channel()));
      if (replaces) {
        AccessRights.of(replaced).giveTo(temporary.path());
      }
      Disk.force(temporary.channel(), target);
      if (replacing) {
        temporary.replace(replaced);
      } else {
        temporary.publish(target);
      }
    }
  }

  /// Verifies the CRC, and for an array also the header and the size. Reads the file, not a
  /// mapping. Fails if elements were stored since the last [#force].
  ///
  /// @throws IOException if the file cannot be read
  /// @throws NpyFormatException if the member is damaged, or was changed without setting its CRC
  /// @throws FileClosedException if the archive is closed
  public void verify() throws IOException {
    ZipMember now = current();
    try (MemberChannel channel = archive.read(now)) {
      channel.drain();
    }
    if (isArray()) {
      NpyHeader header = header();
      if (!header.dtype().hasObject()) {
        NpyHeaderCodec.requireData(header, now.size() - header.dataOffset(), source());
      }
    }
  }

  /// Returns whether a process has the member mapped for writing, or died before it had closed the
  /// archive. The CRC may then be wrong; [NpzRepair] corrects it.
  ///
  /// @return whether the member's local header has the mark of an update
  /// @throws IOException if the file cannot be read
  /// @throws NpzFormatException if the member is refused
  /// @throws FileClosedException if the archive is closed
  public boolean isBeingUpdated() throws IOException {
    ZipMember now = current();
    return archive.header(now).isBeingUpdated(now);
  }

  /// Forces stored elements to the disk, then computes the CRC by reading the whole member, and
  /// forces the CRC to the disk. Does nothing unless the member is mapped with
  /// [OpenMode#READ_WRITE].
  ///
  /// @throws IOException if the disk reports an error
  /// @throws MappingFaultException if the file was truncated before the end of the member, so that
  ///   stores may be lost
  /// @throws FileClosedException if the archive is closed
  public synchronized void force() throws IOException {
    if (!archive.isOpen()) {
      throw archive.closed();
    }
    if (mapped != null && archive.mode() == OpenMode.READ_WRITE) {
      settle(mapped, false);
    }
  }

  /// Forces the elements to the disk, and sets the CRC.
  ///
  /// @param last whether no more elements will be stored: the mark of an update is then removed
  private void settle(NpyFile file, boolean last) throws IOException {
    file.force();
    archive.did(UpdateStep.DATA_FORCED);
    setCrc(last);
  }

  /// Computes the CRC of the member's bytes in the file, writes it into the local header (or the
  /// data descriptor) and into the central directory, and forces both to the disk.
  ///
  /// @param last whether the mark of an update is removed afterwards
  private void setCrc(boolean last) throws IOException {
    Interrupts.deferred(
        () -> {
          FileChannel channel = archive.channel();
          LocalHeader header = archive.header(entry);
          long end = header.dataOffset() + entry.size();
          if (channel.size() < end) {
            throw new MappingFaultException(
                source(),
                new IOException(
                    "the file has " + channel.size() + " bytes, the member ends at " + end));
          }
          int crc = MemberChannel.crcOf(channel, archive.path().toString(), entry, header);
          header.writeCrc(channel, crc);
          archive.did(UpdateStep.HEADER_SET);
          LocalHeader.writeCrc(channel, entry, crc);
          archive.did(UpdateStep.DIRECTORY_SET);
          Disk.forceData(channel, archive.path());
          archive.did(UpdateStep.CRC_FORCED);
          entry = entry.withCrc(crc);
          if (last) {
            header.clearMark(channel, entry);
            archive.did(UpdateStep.MARK_CLEARED);
            Disk.forceData(channel, archive.path());
          }
        });
  }

  /// Computes the CRC of a stored member's current bytes.
  int crcOfBytes() throws IOException {
    ZipMember now = current();
    return MemberChannel.crcOf(
        archive.channel(), archive.path().toString(), now, archive.header(now));
  }

  /// Sets the CRC to that of the current bytes, and removes the mark of an update.
  synchronized void acceptBytes() throws IOException {
    if (!isStored()) {
      throw new IllegalArgumentException(source() + ": the member is compressed");
    }
    setCrc(true);
  }

  /// Ends the use of the view. Before that, forces stored elements of a member that is mapped for
  /// writing, sets its CRC, and removes the mark of an update.
  synchronized void close() throws IOException {
    closed = true;
    try {
      if (mapped != null && mapped.isOpen() && archive.mode() == OpenMode.READ_WRITE) {
        settle(mapped, true);
      }
    } finally {
      if (mapped != null) {
        mapped.close();
      }
      if (inflated != null) {
        inflated.close();
      }
    }
  }

  private synchronized ZipMember current() {
    return entry;
  }

  private String source() {
    return archive.source(entry);
  }

  /// Returns a line with archive, name, method and size.
  @Override
  public String toString() {
    return source()
        + " ("
        + (isStored() ? "stored" : "method " + method())
        + ", "
        + size()
        + " bytes)";
  }
}
