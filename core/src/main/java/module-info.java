/// Arrays over any `MemorySegment`: dtypes, shapes, strided views, operations, and the `.npy`
/// format in memory and in streams. This module maps no files and makes no native calls.
@SuppressWarnings("module") // qualified exports to modules that are compiled later
module io.ndmap.core {
  requires static transitive org.jspecify;
  requires static jdk.jfr;
  requires org.apache.commons.io;

  exports io.ndmap.array;
  exports io.ndmap.dtype;
  exports io.ndmap.layout;
  exports io.ndmap.nd;
  exports io.ndmap.npy;
  exports io.ndmap.op;
  exports io.ndmap.pickle;
  exports io.ndmap.python;
  exports io.ndmap.stream;
  exports io.ndmap.sync;
  exports io.ndmap.engine to
      io.ndmap.mmap;
  exports io.ndmap.event to
      io.ndmap.mmap;
  exports io.ndmap.external to
      io.ndmap.mmap;
  exports io.ndmap.memory to
      io.ndmap.mmap;
  exports io.ndmap.value to
      io.ndmap.cli,
      io.ndmap.format,
      io.ndmap.picture;

  uses io.ndmap.memory.NativeMemory;
}
