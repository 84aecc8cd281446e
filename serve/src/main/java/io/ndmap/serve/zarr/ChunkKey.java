package io.ndmap.serve.zarr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The key of a chunk, and the path of its node.
///
/// @param node the segments of the node's path
/// @param index the numbers in the key
/// @param version the version of Zarr, 2 or 3
record ChunkKey(List<String> node, List<Long> index, int version) {

  /// Numbers without leading zeros: so each chunk has exactly one key per version.
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,18}");

  private static final String V3 = "c";

  /// The possible meanings of a path, the more likely meaning first: a key of version 3,
  /// `node/c/0/1`, or a key of version 2, `node/0.1`. Both are possible if a node is called `c`.
  static List<ChunkKey> of(List<String> path) {
    List<ChunkKey> keys = new ArrayList<>();
    int c = path.lastIndexOf(V3);
    if (c >= 0) {
      numbers(path.subList(c + 1, path.size()))
          .ifPresent(index -> keys.add(new ChunkKey(path.subList(0, c), index, 3)));
    }
    if (!path.isEmpty()) {
      numbers(Arrays.asList(path.getLast().split("\\.", -1)))
          .ifPresent(index -> keys.add(new ChunkKey(path.subList(0, path.size() - 1), index, 2)));
    }
    return keys;
  }

  /// The chunk's index in an array of the given rank. Version 2 writes `0` for the chunk of an
  /// array without axes.
  List<Long> indexFor(int rank) {
    return version == 2 && rank == 0 && index.equals(List.of(0L)) ? List.of() : index;
  }

  private static Optional<List<Long>> numbers(List<String> texts) {
    List<Long> numbers = new ArrayList<>();
    for (String text : texts) {
      if (!NUMBER.matcher(text).matches()) {
        return Optional.empty();
      }
      try {
        numbers.add(Long.valueOf(text));
      } catch (NumberFormatException e) {
        // The number exceeds 2⁶³-1 and so the index of any chunk.
        return Optional.empty();
      }
    }
    return Optional.of(List.copyOf(numbers));
  }
}
