package io.ndmap.serve.api;

import io.ndmap.layout.Order;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Route;
import io.ndmap.serve.tree.Tree;
import java.io.IOException;
import java.util.Set;

/// `/attr`: the entries of an array's header under their original names. For a directory or an
/// archive the result is an empty object.
///
/// @param tree the served files
public record AttributesRoute(Tree tree) implements Route {

  @Override
  public Set<String> parameters() {
    return Set.of("path");
  }

  @Override
  public Answer answer(Call call) throws IOException {
    String name = call.parameter("path").orElse("");
    if (tree.kind(name) != Tree.Kind.ARRAY) {
      return Json.answer("", _ -> {});
    }
    Tree.Description array = tree.describe(name);
    return Json.answer(
        '"' + array.etag() + '"',
        json -> {
          json.name("descr").value(array.header().dtype().descr());
          json.name("fortran_order").value(array.header().order() == Order.F);
          json.name("shape").beginArray();
          for (long size : array.header().shape().toArray()) {
            json.value(size);
          }
          json.endArray();
        });
  }
}
