package io.ndmap.pickle;

import io.ndmap.nd.NdView;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Checks the values of a pickle before they are returned. Containers must not contain themselves,
/// be nested too deep, or have too many values; a shared value counts once for each reference.
/// Recursive traversals of the values therefore terminate.
final class PickleCheck {

  /// @param values the number of values in a container, including the container and the values in
  ///   nested containers
  /// @param levels the nesting depth of the container
  private record Size(long values, int levels) {}

  private static final Size SINGLE = new Size(1, 0);
  private static final Size IN_PROGRESS = new Size(0, -1);

  private final PickleLimits limits;
  private final IdentityHashMap<Object, Size> sizes = new IdentityHashMap<>();

  PickleCheck(PickleLimits limits) {
    this.limits = limits;
  }

  /// @throws BadValueException if a container contains itself, if a value is a class or a function,
  ///   or if a value never received its state
  /// @throws ExcessException if a container is nested too deep or has too many values
  void check(@Nullable Object value) {
    size(value, limits.maxDepth());
  }

  private Size size(@Nullable Object value, int depth) {
    if (value instanceof PyGlobal || value instanceof Unbuilt) {
      throw new BadValueException(
          value instanceof Unbuilt unbuilt && unbuilt.value() != null
              ? "an array that holds itself"
              : "a value is " + Arguments.describe(value));
    }
    Iterable<?> members = members(value);
    if (members == null) {
      return SINGLE;
    }
    Size known = sizes.putIfAbsent(value, IN_PROGRESS);
    if (known != null && known.levels < 0) {
      throw new BadValueException("a container that holds itself");
    }
    if (depth <= (known == null ? 0 : known.levels - 1)) {
      throw new ExcessException("levels of containers", limits.maxDepth());
    }
    if (known == null) {
      known = sum(members, depth - 1);
      sizes.put(value, known);
    }
    return known;
  }

  private Size sum(Iterable<?> members, int depth) {
    long values = 1;
    int levels = 0;
    for (Object member : members) {
      Size size = size(member, depth);
      if (size.values > limits.maxValues() - values) {
        throw new ExcessException("values", limits.maxValues());
      }
      values += size.values;
      levels = Math.max(levels, size.levels);
    }
    return new Size(values, levels + 1);
  }

  private static @Nullable Iterable<?> members(@Nullable Object value) {
    return switch (value) {
      case PyTuple(List<?> items) -> items;
      case PyFrozenSet(var items) -> items;
      case Collection<?> items -> items;
      case Map<?, ?> dict ->
          () -> Stream.concat(dict.keySet().stream(), dict.values().stream()).iterator();
      case NdView<?> view when view.dtype().hasObject() ->
          (Iterable<?>) () -> view.values().iterator();
      case null, default -> null;
    };
  }
}
