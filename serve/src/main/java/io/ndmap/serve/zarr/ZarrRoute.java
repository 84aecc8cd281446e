package io.ndmap.serve.zarr;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.answer.Route;
import io.ndmap.serve.tree.OpenArray;
import io.ndmap.serve.tree.Tree;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Answers requests for the keys of a read-only Zarr store, of version 2 and of version 3:
///
/// | key | content |
/// |---|---|
/// | `.zgroup`, `.zattrs`, `.zmetadata` | a group, version 2 |
/// | `.zarray`, `.zattrs`, `0.1.2` (`0` for no axis) | an array, version 2 |
/// | `zarr.json` | a group or an array, version 3 |
/// | `c/0/1/2` (`c` for no axis) | an array, version 3 |
///
/// Directories and archives are groups, files and members are arrays, and the fields of structures
/// are arrays in a group. The `ETag` of a chunk is the tag of its file; the `ETag` of a document is
/// a hash of the document's text. The HTTP server evaluates the headers `If-None-Match` and
/// `Range`.
///
/// Keys of missing nodes, of missing chunks, and of nodes whose elements have no Zarr data type
/// result in a [Problem] with status 404, as clients probe for optional keys. Thread-safe.
public final class ZarrRoute implements Route {

  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private final Hierarchy hierarchy;
  private final Limits limits;

  /// A route.
  ///
  /// @param tree the served files
  public ZarrRoute(Tree tree) {
    this(tree, Limits.DEFAULT);
  }

  ZarrRoute(Tree tree, Limits limits) {
    this.hierarchy = new Hierarchy(tree);
    this.limits = limits;
  }

  @Override
  public Answer answer(Call call) throws IOException {
    List<String> path = Arrays.asList(call.path().split("/", -1));
    String key = path.getLast();
    if (!Names.canBePath(call.path().substring(0, call.path().length() - key.length()) + "x")) {
      throw new Problem(404, "zarr: '" + call.path() + "' is not a key");
    }
    return Names.DOCUMENTS.contains(key)
        ? document(path.subList(0, path.size() - 1), key, call)
        : chunk(path, call);
  }

  // ---- documents

  private Answer document(List<String> path, String key, Call call) throws IOException {
    Place place = hierarchy.find(path);
    Optional<VirtualArray> array =
        place instanceof Place.Array file ? array(file) : Optional.empty();
    JsonObject document =
        array.isPresent() ? ofArray(array.get(), key, call) : ofGroup(place, key, call);
    byte[] bytes = GSON.toJson(document).getBytes(UTF_8);
    Answer plain = Answer.of("application/json", bytes);
    return new Answer(plain.status(), plain.type(), Map.of("ETag", hash(bytes)), plain.body());
  }

  /// The array at a target; empty if the target is a group of fields.
  private Optional<VirtualArray> array(Place.Array place) throws IOException {
    NpyHeader header = hierarchy.tree().describe(place.name()).header();
    return array(Contents.of(header, place.fields(), limits, place.name()));
  }

  private static Optional<VirtualArray> array(Contents contents) {
    return contents instanceof Contents.Items items ? Optional.of(items.array()) : Optional.empty();
  }

  private static JsonObject ofArray(VirtualArray array, String key, Call call) {
    return switch (key) {
      case ".zarray" -> Documents.array2(array);
      case ".zattrs" -> Documents.attributes2(array);
      case "zarr.json" -> Documents.array3(array);
      default -> throw new Problem(404, "zarr: '" + call.path() + "' is a group's, found an array");
    };
  }

  private JsonObject ofGroup(Place group, String key, Call call) throws IOException {
    return switch (key) {
      case ".zgroup" -> Documents.group2();
      case ".zattrs" -> new JsonObject();
      case ".zmetadata" ->
          Consolidation.of(group, hierarchy, limits, call.watch())
              .orElseThrow(() -> tooMany(call))
              .v2();
      case "zarr.json" -> {
        JsonObject document = Documents.group3();
        Consolidation.of(group, hierarchy, limits, call.watch())
            .ifPresent(both -> document.add("consolidated_metadata", both.v3()));
        yield document;
      }
      default -> throw new Problem(404, "zarr: '" + call.path() + "' is an array's, found a group");
    };
  }

  private Problem tooMany(Call call) {
    return new Problem(
        404,
        "zarr: '%s' is not made of a group with more than %s nodes, or %s groups in one another; open a group in it"
            .formatted(call.path(), limits.nodes(), Limits.DEPTH));
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return '"' + HexFormat.of().formatHex(hash, 0, 16) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  // ---- chunks

  private Answer chunk(List<String> path, Call call) throws IOException {
    Optional<Problem> first = Optional.empty();
    for (ChunkKey key : ChunkKey.of(path)) {
      try {
        return chunk(key, call);
      } catch (Problem e) {
        if (e.status() != 404) {
          throw e;
        }
        // The path may have another meaning. If no meaning leads to a chunk, report the first
        // problem.
        first = first.or(() -> Optional.of(e));
      }
    }
    throw first.orElseGet(() -> new Problem(404, "zarr: '" + call.path() + "' is not a key"));
  }

  private Answer chunk(ChunkKey key, Call call) throws IOException {
    if (!(hierarchy.find(key.node()) instanceof Place.Array place)) {
      throw new Problem(404, "zarr: '" + call.path() + "' is an array's, found a group");
    }
    OpenArray open = hierarchy.tree().open(place.name());
    try {
      VirtualArray array =
          array(Contents.of(open.header(), place.fields(), limits, place.name()))
              .orElseThrow(() -> new Problem(404, place.name() + ": found a group of fields"));
      Box box =
          Chunk.box(array, key.indexFor(array.shape().rank()))
              .orElseThrow(() -> noChunk(call, array));
      Answer.Body body = Chunk.of(open, items(open, place).slice(box), array, call.watch());
      return new Answer(
          200, "application/octet-stream", Map.of("ETag", '"' + open.etag() + '"'), body);
    } catch (Throwable e) {
      open.close();
      throw e;
    }
  }

  private static NdView<?> items(OpenArray open, Place.Array place) {
    NdView<?> items = open.view();
    for (String field : place.fields()) {
      items = items.field(field);
    }
    return items;
  }

  private static Problem noChunk(Call call, VirtualArray array) {
    return new Problem(
        404,
        "zarr: '%s' is not a chunk of shape %s cut into %s"
            .formatted(call.path(), array.shape(), array.chunks().chunkShape()));
  }
}
