package io.ndmap.serve.zarr;

import static java.util.stream.Collectors.toSet;

import io.ndmap.npy.NpyFormatException;
import io.ndmap.npz.ArrayName;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.tree.Tree;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The Zarr hierarchy of a tree. Directories and archives are groups, and slashes in the names of
/// members form further groups. The fields of structures are arrays in a group for the file.
///
/// If an archive has members `x` and `x/y`, then `x` is an array, and arrays contain no nodes:
/// `x/y` is omitted. Names with empty segments, `.`, `..` or a key of Zarr's documents are omitted
/// too.
///
/// @param tree the served files
record Hierarchy(Tree tree) {

  /// Finds the target of a path. This method does not check whether the array has the fields that
  /// the path names.
  ///
  /// @throws Problem with 404 if nothing is found, or the path has more segments than
  ///   [Limits#DEPTH]
  /// @throws IOException if a directory or an archive cannot be read
  Place find(List<String> path) throws IOException {
    if (path.size() > Limits.DEPTH) {
      throw new Problem(
          404, "zarr: a path has at most %s parts, found %s".formatted(Limits.DEPTH, path.size()));
    }
    String name = "";
    Tree.Kind kind = Tree.Kind.DIRECTORY;
    for (int k = 0; k < path.size() && kind == Tree.Kind.DIRECTORY; k++) {
      name = name.isEmpty() ? path.get(k) : name + "/" + path.get(k);
      kind = tree.kind(name);
      if (kind != Tree.Kind.DIRECTORY) {
        List<String> rest = path.subList(k + 1, path.size());
        return kind == Tree.Kind.ARRAY ? new Place.Array(name, rest) : member(name, rest);
      }
    }
    return new Place.Directory(name);
  }

  /// Finds a member of an archive, or a group of members. Possible names of members are tried one
  /// by one before all members are listed: an archive may have thousands of members, and a chunk
  /// needs only one.
  private Place member(String archive, List<String> path) throws IOException {
    for (int k = 1; k <= path.size(); k++) {
      String name = archive + ArrayName.SEPARATOR + String.join("/", path.subList(0, k));
      if (isArray(name)) {
        return new Place.Array(name, path.subList(k, path.size()));
      }
    }
    String prefix = path.isEmpty() ? "" : String.join("/", path) + "/";
    Place.Members group = new Place.Members(prefix, nodes(tree.list(archive)));
    if (!path.isEmpty() && children(group).isEmpty()) {
      throw new Problem(
          404, archive + ": no member '" + String.join("/", path) + "', nor any in it");
    }
    return group;
  }

  private boolean isArray(String name) throws IOException {
    try {
      tree.describe(name);
      return true;
    } catch (NpyFormatException e) {
      // The member exists but cannot be opened; opening it reports the reason.
      return true;
    } catch (Problem e) {
      if (e.status() == 404) {
        return false;
      }
      throw e;
    }
  }

  /// The nodes of a directory by the last segment of their paths.
  ///
  /// @throws Problem with 404 if the directory no longer exists
  /// @throws IOException if the directory cannot be read
  Map<String, Tree.Entry> children(Place.Directory directory) throws IOException {
    Map<String, Tree.Entry> children = new TreeMap<>();
    for (Tree.Entry entry : tree.list(directory.name())) {
      if (entry.refused().isEmpty() && Names.canBePart(entry.label())) {
        children.put(entry.label(), entry);
      }
    }
    return children;
  }

  /// The nodes of an archive, or of a group of its members, by the last segment of their paths.
  static Map<String, Place> children(Place.Members group) {
    Map<String, Place> children = new TreeMap<>();
    for (Tree.Entry member : group.members()) {
      if (member.label().startsWith(group.prefix())) {
        String rest = member.label().substring(group.prefix().length());
        int slash = rest.indexOf('/');
        if (slash < 0) {
          children.put(rest, new Place.Array(member.name(), List.of()));
        } else {
          String part = rest.substring(0, slash);
          children.put(part, new Place.Members(group.prefix() + part + "/", group.members()));
        }
      }
    }
    return children;
  }

  /// The target that corresponds to an entry of a directory.
  ///
  /// @throws Problem with 404 if the entry is an archive that no longer exists
  /// @throws IOException if the entry is an archive that cannot be read
  Place place(Tree.Entry entry) throws IOException {
    return switch (entry.kind()) {
      case DIRECTORY -> new Place.Directory(entry.name());
      case ARCHIVE -> new Place.Members("", nodes(tree.list(entry.name())));
      case ARRAY -> new Place.Array(entry.name(), List.of());
    };
  }

  /// Selects the members of an archive that become nodes.
  private static List<Tree.Entry> nodes(List<Tree.Entry> members) {
    Set<String> labels = members.stream().map(Tree.Entry::label).collect(toSet());
    return members.stream()
        .filter(
            member ->
                member.refused().isEmpty()
                    && Names.canBePath(member.label())
                    && !isInArray(member.label(), labels))
        .toList();
  }

  private static boolean isInArray(String label, Set<String> labels) {
    for (int slash = label.indexOf('/'); slash >= 0; slash = label.indexOf('/', slash + 1)) {
      if (labels.contains(label.substring(0, slash))) {
        return true;
      }
    }
    return false;
  }
}
