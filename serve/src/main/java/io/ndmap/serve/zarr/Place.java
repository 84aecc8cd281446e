package io.ndmap.serve.zarr;

import io.ndmap.serve.tree.Tree;
import java.util.List;
import java.util.stream.Stream;

/// The target of a path in the served tree. A target keeps no file open.
sealed interface Place {

  /// A directory.
  ///
  /// @param name the name in the tree
  record Directory(String name) implements Place {}

  /// An archive, or the group of its members whose names share a prefix.
  ///
  /// @param prefix the common prefix of the names: empty, or ending in a slash
  /// @param members the members of the whole archive that become nodes
  record Members(String prefix, List<Tree.Entry> members) implements Place {}

  /// A file or a member of an archive, or a field of its structures.
  ///
  /// @param name the name in the tree
  /// @param fields the names of nested fields, outermost first
  record Array(String name, List<String> fields) implements Place {

    /// A field of this target.
    Array field(String field) {
      return new Array(name, Stream.concat(fields.stream(), Stream.of(field)).toList());
    }
  }
}
