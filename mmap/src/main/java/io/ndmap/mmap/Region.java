package io.ndmap.mmap;

import io.ndmap.layout.Box;
import io.ndmap.layout.Strided;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import java.lang.foreign.MemorySegment;

/// Creates views of regions of an array. The segment of such a view contains only the bytes from
/// the first element of the region to the last.
final class Region {

  private Region() {}

  /// Creates the view.
  ///
  /// @param data the memory of the whole array
  /// @param backing the backing of that memory
  static NdView<?> of(Box box, NpyHeader header, MemorySegment data, MappedBacking backing) {
    box.requireWithin(header.shape(), backing.name());
    int itemsize = header.dtype().itemsize();
    Strided where = Strided.contiguous(header.shape(), itemsize, header.order()).slice(box);
    long first = where.firstByte();
    return NdView.of(
        data.asSlice(first, where.endByte(itemsize) - first),
        header.dtype(),
        where.shift(-first),
        backing.part(first));
  }
}
