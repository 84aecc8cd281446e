package io.ndmap.fill.ledger;

import io.ndmap.layout.Shape;
import io.ndmap.npy.FillException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32;

/// The constant header of a ledger; docs/fill-protocol.md lists the offsets.
///
/// @param id the ID of the fill
/// @param chunks the number of chunks
/// @param inode the inode number of the array's file
/// @param fileBytes the size of the array's file in bytes, including its header
/// @param dataOffset the offset of the array's elements in that file, in bytes
/// @param digest the SHA-256 digest of the bytes before `dataOffset`
/// @param durable whether data are on the disk before their chunk is DONE
/// @param visible whether the array has its own name from the beginning
/// @param maxFailures the number of failures that poison a chunk, 0 for no limit
/// @param maxDeaths the number of deaths that poison a chunk, 0 for no limit
/// @param chunkShape the lengths of a chunk along the axes
public record LedgerHeader(
    UUID id,
    long chunks,
    long inode,
    long fileBytes,
    long dataOffset,
    ByteBuffer digest,
    boolean durable,
    boolean visible,
    int maxFailures,
    int maxDeaths,
    Shape chunkShape) {

  /// The length of the header in bytes.
  public static final int BYTES = 640;

  /// The offset of the lock file's ID, which changes when a lost lock file is replaced.
  static final int LOCK_ID = 640;

  /// The offset of the boot ID under which the fill was created or last recovered.
  static final int SYSTEM_START = 648;

  /// The offset of the state of the fill. The state changes, so the check sum does not cover it.
  static final int STATE = 112;

  /// The offset of the workers' entries.
  static final int WORKERS = 4096;

  /// The maximum number of participants at a time.
  public static final int SLOTS = 1024;

  /// The offset of the chunks' words.
  static final int WORDS = WORKERS + SLOTS * WorkerEntry.BYTES;

  /// The first 8 bytes of a ledger: `\x93NDMAPFL`.
  private static final long MAGIC = Long.reverseBytes(0x934E_444D_4150_464CL);

  private static final int VERSION = 2;
  // Offsets in bytes, and the length of the digest.
  private static final int DIGEST = 64;
  private static final int DIGEST_BYTES = 32;
  private static final int CHECKSUM = 120;
  private static final int CHUNK_SHAPE = 128;

  // The maximum number of chunks, whose words must fit a file.
  public static final long MAX_CHUNKS = (Long.MAX_VALUE - WORDS) / Long.BYTES;

  // The maximum limit of failures and of deaths, one less than a power of two.
  private static final int MAX_LIMIT = 255;

  // Bits of the flags.
  private static final int DURABLE = 1;
  private static final int VISIBLE = 2;

  public LedgerHeader {
    digest = digest.asReadOnlyBuffer();
  }

  ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(MAGIC).putInt(VERSION).putInt(WORDS);
    ByteBuffer uuid = bytes.slice(bytes.position(), Long.BYTES * 2).order(ByteOrder.BIG_ENDIAN);
    uuid.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    bytes.position(bytes.position() + uuid.capacity());
    bytes.putLong(chunks).putLong(inode).putLong(fileBytes).putLong(dataOffset);
    bytes.put(digest.duplicate());
    bytes.putInt((durable ? DURABLE : 0) | (visible ? VISIBLE : 0));
    bytes.putInt(maxFailures).putInt(maxDeaths).putInt(chunkShape.rank());
    bytes.position(CHUNK_SHAPE);
    for (int axis = 0; axis < chunkShape.rank(); axis++) {
      bytes.putLong(chunkShape.size(axis));
    }
    bytes.putInt(CHECKSUM, checksum(bytes));
    return bytes.clear();
  }

  /// Decodes a header.
  ///
  /// @param name the name of the ledger, for messages
  /// @param bytes the first [#BYTES] bytes of the ledger
  /// @throws FillException if they are not the header of a ledger of this version, or are damaged
  static LedgerHeader decode(String name, ByteBuffer bytes) {
    ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (in.getLong() != MAGIC) {
      throw new FillException(name + ": not the ledger of a fill: its first bytes are others");
    }
    int version = in.getInt();
    int words = in.getInt();
    if (version != VERSION || words != WORDS) {
      throw new FillException(
          ("%s: a ledger of version %s with chunks from byte %s on; known is version %s with "
                  + "chunks from byte %s on")
              .formatted(name, version, words, VERSION, WORDS));
    }
    if (in.getInt(CHECKSUM) != checksum(bytes)) {
      throw new FillException(name + ": damaged: its check sum is wrong");
    }
    ByteBuffer uuid = in.slice(in.position(), Long.BYTES * 2).order(ByteOrder.BIG_ENDIAN);
    UUID id = new UUID(uuid.getLong(), uuid.getLong());
    in.position(in.position() + uuid.capacity());
    long chunks = in.getLong();
    long inode = in.getLong();
    long fileBytes = in.getLong();
    long dataOffset = in.getLong();
    byte[] digest = new byte[DIGEST_BYTES];
    in.position(DIGEST).get(digest);
    int flags = in.getInt();
    int maxFailures = in.getInt();
    int maxDeaths = in.getInt();
    int rank = in.getInt();
    if (rank < 0 || rank > Shape.MAX_RANK || chunks < 0 || chunks > MAX_CHUNKS) {
      throw new FillException(name + ": damaged: " + rank + " axes, " + chunks + " chunks");
    }
    if ((maxFailures & ~MAX_LIMIT) != 0 || (maxDeaths & ~MAX_LIMIT) != 0) {
      throw new FillException(
          name + ": damaged: limits of " + maxFailures + " failures, " + maxDeaths + " deaths");
    }
    long[] chunk = new long[rank];
    in.position(CHUNK_SHAPE);
    for (int axis = 0; axis < rank; axis++) {
      chunk[axis] = in.getLong();
      if (chunk[axis] < 1) {
        throw new FillException(name + ": damaged: a chunk of length " + chunk[axis]);
      }
    }
    Shape chunkShape;
    try {
      chunkShape = Shape.of(chunk);
    } catch (IllegalArgumentException e) {
      throw new FillException(name + ": damaged: " + e.getMessage());
    }
    return new LedgerHeader(
        id,
        chunks,
        inode,
        fileBytes,
        dataOffset,
        ByteBuffer.wrap(digest),
        (flags & DURABLE) != 0,
        (flags & VISIBLE) != 0,
        maxFailures,
        maxDeaths,
        chunkShape);
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes.slice(0, STATE));
    sum.update(bytes.slice(CHUNK_SHAPE, BYTES - CHUNK_SHAPE));
    return (int) sum.getValue();
  }
}
