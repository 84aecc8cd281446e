package io.ndmap.select;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Gathers atoms from scattered offsets into contiguous memory. Atoms are pieces of memory of equal
/// size. Atoms of at most 128 bytes in native memory, and atoms of 1, 2, 4 or 8 bytes in a `long[]`
/// (the memory of small results), are staged through a Java array that stays in the L1 cache. For
/// one thread.
final class AtomReader {

  /// The maximum size of the staging array in bytes.
  private static final int STAGE = 8192;

  /// Atoms of at most this many bytes in native memory are staged; a bulk copy of a larger atom
  /// costs little.
  private static final int MOST_STAGED = 128;

  private final MemorySegment source;
  private final long @Nullable [] array;
  private final MemorySegment target;
  private final long bytes;
  private final boolean staged;
  // A staged atom is copied as `words` words of `unit` bytes.
  private final int unit;
  private final int words;
  private final MemorySegment stage;
  private final byte[] stage1;
  private final short[] stage2;
  private final int[] stage4;
  private final long[] stage8;

  /// @param bytes the size of an atom in bytes, at least 1
  /// @param atoms the maximum number of atoms that are read at once
  AtomReader(MemorySegment source, MemorySegment target, long bytes, int atoms) {
    this.source = source;
    this.target = target;
    this.bytes = bytes;
    this.array = source.heapBase().orElse(null) instanceof long[] longs ? longs : null;
    boolean isWord = bytes <= Long.BYTES && Long.bitCount(bytes) == 1;
    this.staged = array == null ? bytes <= MOST_STAGED && source.isNative() : isWord;
    int piece = staged ? (int) bytes : 0;
    this.unit = Math.min(Long.BYTES, Integer.lowestOneBit(piece));
    this.words = staged ? piece / unit : 0;
    int length = staged ? Math.min(STAGE / piece, atoms) * words : 0;
    this.stage1 = new byte[unit == Byte.BYTES ? length : 0];
    this.stage2 = new short[unit == Short.BYTES ? length : 0];
    this.stage4 = new int[unit == Integer.BYTES ? length : 0];
    this.stage8 = new long[unit == Long.BYTES ? length : 0];
    this.stage =
        switch (unit) {
          case Byte.BYTES -> MemorySegment.ofArray(stage1);
          case Short.BYTES -> MemorySegment.ofArray(stage2);
          case Integer.BYTES -> MemorySegment.ofArray(stage4);
          default -> MemorySegment.ofArray(stage8);
        };
  }

  /// Copies atoms.
  ///
  /// @param offsets the byte offsets of the atoms in the source
  /// @param first the index in `offsets` of the first atom that is copied
  /// @param count the number of atoms that are copied
  /// @param to byte offset in the target: the atom at `offsets[i]` is copied to `to + i * bytes`
  void read(long[] offsets, int first, int count, long to) {
    int end = first + count;
    if (!staged) {
      for (int i = first; i < end; i++) {
        MemorySegment.copy(source, offsets[i], target, to + i * bytes, bytes);
      }
      return;
    }
    int capacity = (int) (stage.byteSize() / bytes);
    for (int done = first; done < end; done += capacity) {
      int n = Math.min(capacity, end - done);
      gather(offsets, done, n);
      MemorySegment.copy(stage, 0, target, to + done * bytes, n * bytes);
    }
  }

  private void gather(long[] offsets, int first, int n) {
    if (array != null) {
      long base = source.address();
      switch (unit) {
        case 1 -> ScatteredItems.gather(array, base, offsets, first, n, stage1);
        case 2 -> ScatteredItems.gather(array, base, offsets, first, n, stage2);
        case 4 -> ScatteredItems.gather(array, base, offsets, first, n, stage4);
        default -> ScatteredItems.gather(array, base, offsets, first, n, stage8);
      }
    } else if (words == 1) {
      switch (unit) {
        case 1 -> ScatteredItems.gather(source, offsets, first, n, stage1);
        case 2 -> ScatteredItems.gather(source, offsets, first, n, stage2);
        case 4 -> ScatteredItems.gather(source, offsets, first, n, stage4);
        default -> ScatteredItems.gather(source, offsets, first, n, stage8);
      }
    } else {
      switch (unit) {
        case 1 -> ScatteredItems.gather(source, offsets, first, n, words, stage1);
        case 2 -> ScatteredItems.gather(source, offsets, first, n, words, stage2);
        case 4 -> ScatteredItems.gather(source, offsets, first, n, words, stage4);
        default -> ScatteredItems.gather(source, offsets, first, n, words, stage8);
      }
    }
  }
}
