package io.ndmap.spark;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/// The hosts that store the file blocks of a task's rows, for file systems that report them. Each
/// file's blocks are requested once, when they are first needed.
final class BlockHosts {

  /// The maximum number of hosts, the same as Spark uses for its own files.
  private static final int MOST = 3;

  /// The host that file systems without block locations report.
  private static final String NONE = "localhost";

  private final NpyOptions options;
  private final Map<String, ArrayFile> files = new HashMap<>();
  private final Map<Path, NavigableMap<Long, BlockLocation>> blocks = new HashMap<>();
  private @Nullable Configuration hadoop;

  BlockHosts(List<ArrayRanges> ranges, NpyOptions options) {
    this.options = options;
    for (ArrayRanges each : ranges) {
      files.put(each.file().path().toString(), each.file());
    }
  }

  /// The hosts that store most of the bytes of these rows, at most three, the one with the most
  /// bytes first.
  List<String> of(List<RowSlice> slices) {
    Map<String, Long> bytes = new HashMap<>();
    try {
      for (RowSlice slice : slices) {
        ArrayFile file = Objects.requireNonNull(files.get(slice.path()));
        // Rows that consist of several runs are scattered over the file.
        if (file.parts().isEmpty()
            && !RowSources.isLocal(file.path())
            && file.array().runs() == 1) {
          count(slice, file, bytes);
        }
      }
    } catch (IOException e) {
      // Hosts are only a hint: without them, tasks may run anywhere.
      System.getLogger(BlockHosts.class.getPackageName())
          .log(System.Logger.Level.WARNING, "The hosts of blocks are not known", e);
    }
    bytes.remove(NONE);
    return bytes.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MOST)
        .map(Map.Entry::getKey)
        .toList();
  }

  /// Adds the number of bytes of a slice that each host stores to the sums in `bytes`.
  private void count(RowSlice slice, ArrayFile file, Map<String, Long> bytes) throws IOException {
    long start = file.header().dataOffset() + slice.start() * file.array().runBytes();
    long end = start + slice.rows() * file.array().runBytes();
    NavigableMap<Long, BlockLocation> all = blocks(file);
    long first = Objects.requireNonNullElse(all.floorKey(start), start);
    for (BlockLocation block : all.subMap(first, true, Math.max(first, end), true).values()) {
      long shared =
          Math.min(end, block.getOffset() + block.getLength()) - Math.max(start, block.getOffset());
      if (shared > 0) {
        for (String host : block.getHosts()) {
          bytes.merge(host, shared, Long::sum);
        }
      }
    }
  }

  /// The blocks of a file by the offset of their first byte.
  private NavigableMap<Long, BlockLocation> blocks(ArrayFile file) throws IOException {
    Path path = file.path();
    NavigableMap<Long, BlockLocation> found = blocks.get(path);
    if (found == null) {
      FileSystem system = path.getFileSystem(hadoop());
      long length = file.header().dataOffset() + file.header().dataBytes();
      // Use a status made here: object stores would otherwise request the real one.
      FileStatus status =
          new FileStatus(length, false, 1, system.getDefaultBlockSize(path), 0, path);
      found = new TreeMap<>();
      for (BlockLocation block : system.getFileBlockLocations(status, 0, length)) {
        found.put(block.getOffset(), block);
      }
      blocks.put(path, found);
    }
    return found;
  }

  private Configuration hadoop() {
    if (hadoop == null) {
      hadoop = options.hadoop();
    }
    return hadoop;
  }
}
