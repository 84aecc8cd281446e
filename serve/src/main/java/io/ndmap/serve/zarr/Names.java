package io.ndmap.serve.zarr;

import java.util.Set;

/// Names in a Zarr hierarchy.
final class Names {

  /// Keys of Zarr's documents, which therefore cannot be names of nodes.
  static final Set<String> DOCUMENTS =
      Set.of(".zarray", ".zattrs", ".zgroup", ".zmetadata", "zarr.json");

  private Names() {}

  /// Whether a text can be a segment of a path: the name of a node or of an enclosing group.
  static boolean canBePart(String text) {
    return !text.isEmpty()
        && !text.equals(".")
        && !text.equals("..")
        && text.indexOf('/') < 0
        && text.indexOf('\0') < 0
        && !DOCUMENTS.contains(text);
  }

  /// Whether a text can be the path of a node: segments separated by slashes.
  static boolean canBePath(String text) {
    for (String part : text.split("/", -1)) {
      if (!canBePart(part)) {
        return false;
      }
    }
    return true;
  }
}
