package io.ndmap.serve.zarr;

import com.google.gson.JsonObject;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.tree.Tree;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// The documents of a group and of all nodes in it, as one consolidated document. Every file of the
/// group is opened to make this document, so [Limits] limits the number of nodes.
///
/// Files that cannot be read are omitted, as are arrays whose dtype has no Zarr data type.
final class Consolidation {

  private final Hierarchy hierarchy;
  private final Limits limits;
  private final Call.Watch watch;
  private final JsonObject documents2 = new JsonObject();
  private final JsonObject documents3 = new JsonObject();
  private int nodes;

  private Consolidation(Hierarchy hierarchy, Limits limits, Call.Watch watch) {
    this.limits = limits;
    this.hierarchy = hierarchy;
    this.watch = watch;
  }

  /// The consolidated document.
  ///
  /// @param v2 `.zmetadata`
  /// @param v3 the `consolidated_metadata` of the group's `zarr.json`
  record Both(JsonObject v2, JsonObject v3) {}

  /// Collects the documents of a group and of all nodes in it.
  ///
  /// @return empty if there are too many nodes or too many levels
  /// @throws Problem with 404 if the group no longer exists
  /// @throws IOException if the group itself cannot be read
  static Optional<Both> of(Place group, Hierarchy hierarchy, Limits limits, Call.Watch watch)
      throws IOException {
    Consolidation made = new Consolidation(hierarchy, limits, watch);
    return made.addAll(group, "", 0) ? Optional.of(made.both()) : Optional.empty();
  }

  private Both both() {
    JsonObject v2 = new JsonObject();
    v2.addProperty("zarr_consolidated_format", 1);
    v2.add("metadata", documents2);
    JsonObject v3 = new JsonObject();
    v3.addProperty("kind", "inline");
    v3.addProperty("must_understand", false);
    v3.add("metadata", documents3);
    return new Both(v2, v3);
  }

  /// Adds a node and everything below it. Returns false if there are too many nodes or too many
  /// levels.
  private boolean addAll(Place place, String path, int depth) throws IOException {
    watch.check();
    if (depth > Limits.DEPTH || ++nodes > limits.nodes()) {
      return false;
    }
    return switch (place) {
      case Place.Directory directory -> {
        Map<String, Tree.Entry> entries = hierarchy.children(directory);
        if (entries.size() > limits.nodes() - nodes) {
          // The number of entries exceeds the limit before any of them is opened.
          yield false;
        }
        addGroup(path);
        for (Map.Entry<String, Tree.Entry> child : entries.entrySet()) {
          if (!addChild(() -> hierarchy.place(child.getValue()), path, child.getKey(), depth)) {
            yield false;
          }
        }
        yield true;
      }
      case Place.Members members -> {
        Map<String, Place> children = Hierarchy.children(members);
        if (children.size() > limits.nodes() - nodes) {
          yield false;
        }
        addGroup(path);
        for (Map.Entry<String, Place> child : children.entrySet()) {
          if (!addChild(child::getValue, path, child.getKey(), depth)) {
            yield false;
          }
        }
        yield true;
      }
      case Place.Array array ->
          addContents(hierarchy.tree().describe(array.name()).header(), array, path, depth);
    };
  }

  private interface Found {
    Place place() throws IOException;
  }

  private boolean addChild(Found child, String path, String part, int depth) {
    try {
      return addAll(child.place(), below(path, part), depth + 1);
    } catch (Problem | IOException | NpyFormatException e) {
      // The node is omitted; a request for the node itself gets the reason.
      return true;
    }
  }

  private boolean addContents(NpyHeader header, Place.Array array, String path, int depth) {
    switch (Contents.of(header, array.fields(), limits, array.name())) {
      case Contents.Items items -> addArray(path, items.array());
      case Contents.Fields fields -> {
        addGroup(path);
        for (String field : fields.names()) {
          if (depth + 1 > Limits.DEPTH || ++nodes > limits.nodes()) {
            return false;
          }
          Place.Array child = array.field(field);
          try {
            if (!addContents(header, child, below(path, field), depth + 1)) {
              return false;
            }
          } catch (Problem e) {
            // The field is omitted, as in addChild.
          }
        }
      }
    }
    return true;
  }

  private static String below(String path, String part) {
    return path.isEmpty() ? part : path + "/" + part;
  }

  private void addGroup(String path) {
    documents2.add(below(path, ".zgroup"), Documents.group2());
    documents2.add(below(path, ".zattrs"), new JsonObject());
    if (!path.isEmpty()) {
      documents3.add(path, Documents.group3());
    }
  }

  private void addArray(String path, VirtualArray array) {
    documents2.add(below(path, ".zarray"), Documents.array2(array));
    documents2.add(below(path, ".zattrs"), Documents.attributes2(array));
    documents3.add(path, Documents.array3(array));
  }
}
