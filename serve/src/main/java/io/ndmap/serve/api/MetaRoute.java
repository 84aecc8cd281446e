package io.ndmap.serve.api;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.format.json.JsonDType;
import io.ndmap.layout.Order;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Route;
import io.ndmap.serve.tree.Tree;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// `/meta`: the contents of a directory or an archive, or the header of an array.
///
/// @param tree the served files
public record MetaRoute(Tree tree) implements Route {

  @Override
  public Set<String> parameters() {
    return Set.of("path");
  }

  @Override
  public Answer answer(Call call) throws IOException {
    String name = call.parameter("path").orElse("");
    Tree.Kind kind = tree.kind(name);
    if (kind == Tree.Kind.ARRAY) {
      Tree.Description array = tree.describe(name);
      return Json.answer('"' + array.etag() + '"', json -> array(json, array));
    }
    List<Tree.Entry> children = tree.list(name);
    return Json.answer("", json -> children(json, name, kind, children));
  }

  private static void children(
      JsonWriter json, String name, Tree.Kind kind, List<Tree.Entry> children) throws IOException {
    json.name("name").value(name);
    json.name("kind").value(text(kind));
    json.name("children").beginArray();
    for (Tree.Entry child : children) {
      json.beginObject();
      json.name("label").value(child.label());
      json.name("name").value(child.name());
      json.name("kind").value(text(child.kind()));
      json.name("refused").value(child.refused());
      json.endObject();
    }
    json.endArray();
  }

  private static String text(Tree.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static void array(JsonWriter json, Tree.Description array) throws IOException {
    String name = array.name();
    NpyHeader header = array.header();
    DType dtype = header.dtype();
    json.name("name").value(name);
    json.name("kind").value(text(Tree.Kind.ARRAY));
    int end =
        array
            .member()
            .map(member -> name.length() - member.length() - ArrayName.SEPARATOR.length())
            .orElse(name.length());
    json.name("file").value(name.substring(0, end));
    json.name("member").value(array.member().orElse(null));
    JsonDType.write(json.name("dtype"), dtype);
    json.name("descr").value(dtype.descr());
    json.name("shape").beginArray();
    for (long size : header.shape().toArray()) {
      json.value(size);
    }
    json.endArray();
    json.name("order").value(header.order() == Order.F ? "F" : "C");
    json.name("itemsize").value(dtype.itemsize());
    json.name("nbytes").value(header.dataBytes());
    json.name("version").value(header.version().name().substring(1).replace('_', '.'));
    json.name("dataOffset").value(header.dataOffset());
    json.name("fields").beginArray();
    if (dtype instanceof StructType struct) {
      for (Field field : struct.fields()) {
        json.beginObject();
        json.name("name").value(field.name());
        JsonDType.write(json.name("dtype"), field.dtype());
        json.endObject();
      }
    }
    json.endArray();
    json.name("etag").value(array.etag());
  }
}
