package io.ndmap.serve.zarr;

import io.ndmap.serve.tree.Tree;
import java.util.List;
import java.util.stream.Stream;

/// The target of a path in the served tree. Nothing is open.
sealed interface Place {

  /// A directory.
  ///
  /// @param name its name in the tree
  record Directory(String name) implements Place {}

  /// An archive, or those of its members whose names begin alike.
  ///
  /// @param prefix how the members' names begin: empty, or ending in a slash
  /// @param members those of the archive's members that nodes are made of
  record Members(String prefix, List<Tree.Entry> members) implements Place {}

  /// A file or a member, or a field of its structures.
  ///
  /// @param name its name in the tree
  /// @param fields the names of fields, each in the one before
  record Array(String name, List<String> fields) implements Place {

    /// A field in this one.
    Array field(String field) {
      return new Array(name, Stream.concat(fields.stream(), Stream.of(field)).toList());
    }
  }
}
