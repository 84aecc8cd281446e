package io.ndmap.serve.api;

import io.ndmap.nd.NdView;
import io.ndmap.op.Execution;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Route;
import io.ndmap.serve.tree.Tree;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// Computes a result from the elements of a selection, or takes it from the cache. The computation
/// ends early if the client no longer waits.
///
/// @param tree the served files
/// @param cache the results of earlier requests
/// @param name identifies the computation in the keys of the cache
/// @param parameters the query parameters that the route accepts
/// @param execution the threads for the computation
/// @param computation computes the result
/// @param memory the approximate memory of a computation, in bytes
public record ComputedRoute(
    Tree tree,
    ResultCache cache,
    String name,
    Set<String> parameters,
    Execution execution,
    Computation computation,
    ToLongFunction<Call> memory)
    implements Route {

  /// Computes a result from the elements of a selection.
  @FunctionalInterface
  interface Computation {
    ResultCache.Result of(NdView<?> items, Call call) throws IOException;
  }

  /// Returns the route of `/stats`.
  public static ComputedRoute stats(Tree tree, ResultCache cache, Execution execution) {
    return new ComputedRoute(
        tree, cache, "stats", Selected.PARAMETERS, execution, Summaries::stats, Tiles::memory);
  }

  /// Returns the route of `/histogram`.
  public static ComputedRoute histogram(Tree tree, ResultCache cache, Execution execution) {
    return new ComputedRoute(
        tree,
        cache,
        "histogram",
        Selected.parametersAnd("bins", "range"),
        execution,
        Summaries::histogram,
        Tiles::memory);
  }

  /// Returns the route of `/percentiles`: percentiles of a random sample.
  public static ComputedRoute percentiles(Tree tree, ResultCache cache, Execution execution) {
    return new ComputedRoute(
        tree,
        cache,
        "percentiles",
        Selected.parametersAnd("part", "q"),
        execution,
        Summaries::percentiles,
        Tiles::memory);
  }

  /// Returns the route of `/tile`: the cells of a plane or a line.
  public static ComputedRoute tile(Tree tree, ResultCache cache, Execution execution) {
    return new ComputedRoute(
        tree,
        cache,
        "tile",
        Pictures.parametersAnd("axes", "rows", "columns", "format"),
        execution,
        Tiles::tile,
        Tiles::memory);
  }

  /// Returns the route of `/png`.
  public static ComputedRoute png(Tree tree, ResultCache cache, Execution execution) {
    return new ComputedRoute(
        tree, cache, "png", Pictures.parametersAnd(), execution, Pictures::png, Pictures::memory);
  }

  /// The key of a cached result.
  private record Key(String name, String etag, Map<String, String> parameters) {}

  @Override
  public Optional<Answer> known(Call call) throws IOException {
    try (Selected selected = Selected.of(tree, call)) {
      if (call.knows(selected.etag())) {
        return Optional.of(
            new Answer(
                200,
                "application/octet-stream",
                Map.of("ETag", selected.etag()),
                Answer.of("", new byte[0]).body()));
      }
      return cache.get(key(selected, call)).map(result -> result.answer(selected.etag()));
    }
  }

  private Key key(Selected selected, Call call) {
    return new Key(name, selected.etag(), new TreeMap<>(call.parameters()));
  }

  @Override
  public Answer answer(Call call) throws IOException {
    try (Selected selected = Selected.of(tree, call)) {
      Key key = key(selected, call);
      // Another request may have computed the result while this one waited for a thread.
      Optional<ResultCache.Result> meanwhile = cache.again(key);
      if (meanwhile.isPresent()) {
        return meanwhile.get().answer(selected.etag());
      }
      Execution watched = execution.withProgress(_ -> call.watch().check());
      ResultCache.Result result = computation.of(selected.items().on(watched), call);
      cache.put(key, result);
      return result.answer(selected.etag());
    }
  }
}
