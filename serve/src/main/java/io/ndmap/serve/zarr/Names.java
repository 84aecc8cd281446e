package io.ndmap.serve.zarr;

import java.util.Set;

/// Names in a hierarchy of Zarr.
final class Names {

  /// Keys of documents, which can therefore not be the names of nodes.
  static final Set<String> DOCUMENTS =
      Set.of(".zarray", ".zattrs", ".zgroup", ".zmetadata", "zarr.json");

  private Names() {}

  /// Whether a text can be one part of a path: that of a node, or of a group in its way.
  static boolean canBePart(String text) {
    return !text.isEmpty()
        && !text.equals(".")
        && !text.equals("..")
        && text.indexOf('/') < 0
        && text.indexOf('\0') < 0
        && !DOCUMENTS.contains(text);
  }

  /// Whether a text is the path of a node: parts with slashes between them.
  static boolean canBePath(String text) {
    for (String part : text.split("/", -1)) {
      if (!canBePart(part)) {
        return false;
      }
    }
    return true;
  }
}
