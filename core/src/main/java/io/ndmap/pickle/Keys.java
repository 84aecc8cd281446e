package io.ndmap.pickle;

import io.ndmap.nd.NdView;
import io.ndmap.python.PyByteArray;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks the keys of dicts and the elements of sets: values must be hashable in Python, and their
/// hashes must take bounded time.
final class Keys {

  /// The maximum number of values in a key, including those in its tuples.
  private static final int MAX_VALUES = 1000;

  /// The maximum nesting of tuples in a key.
  private static final int MAX_DEPTH = 50;

  /// The maximum number of values with the same hash in one dict or set, if they are not
  /// `Comparable`, such as tuples: Java's hash tables search such values one by one.
  private static final int MAX_EQUAL_HASHES = 1000;

  // For each dict or set, the number of values with each hash.
  private final IdentityHashMap<Object, Map<Integer, Integer>> hashes = new IdentityHashMap<>();

  /// Returns a set of values.
  ///
  /// @throws BadValueException if a value is not hashable, is too large or too deep, is a second
  ///   NaN, or has the same hash as too many others
  Set<Object> set(List<?> values) {
    Set<Object> set = new LinkedHashSet<>();
    values.forEach(value -> add(set, value));
    return set;
  }

  /// Adds an element to a set.
  void add(Set<Object> set, @Nullable Object value) {
    Object key = key(set, Unbuilt.built(value));
    if (!set.add(key)) {
      requireComparable(key);
    }
  }

  /// Adds an entry to a dict.
  void put(Map<Object, Object> dict, @Nullable Object name, @Nullable Object value) {
    Object key = key(dict, Unbuilt.built(name));
    if (dict.containsKey(key)) {
      requireComparable(key);
    }
    dict.put(key, Unbuilt.built(value));
  }

  // A Python dict may contain several NaNs, of which none equals another; a Java map cannot.
  private static void requireComparable(@Nullable Object key) {
    if (key instanceof Double number && number.isNaN()) {
      throw new BadValueException("two keys or items of a set that are NaN");
    }
  }

  private @Nullable Object key(Object container, @Nullable Object value) {
    requireHashable(value, MAX_DEPTH, new int[] {MAX_VALUES});
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }
    if (value != null && !(value instanceof Comparable<?>)) {
      int count =
          hashes
              .computeIfAbsent(container, _ -> new HashMap<>())
              .merge(value.hashCode(), 1, Integer::sum);
      if (count > MAX_EQUAL_HASHES) {
        throw new BadValueException(
            "more than " + MAX_EQUAL_HASHES + " keys or items of a set of equal hashes");
      }
    }
    return value;
  }

  private static void requireHashable(@Nullable Object value, int depth, int[] values) {
    if (depth == 0 || --values[0] < 0) {
      throw new BadValueException(
          "a key of more than " + MAX_VALUES + " values or " + MAX_DEPTH + " levels");
    }
    switch (Unbuilt.built(value)) {
      case PyTuple(List<?> items) ->
          items.forEach(item -> requireHashable(item, depth - 1, values));
      case PyFrozenSet(Set<?> items) ->
          items.forEach(item -> requireHashable(item, depth - 1, values));
      case Collection<?> _, Map<?, ?> _, PyByteArray _, NdView<?> _, Unbuilt _, PyGlobal _ ->
          throw new BadValueException(
              "a key or an item of a set must be hashable, found " + Arguments.describe(value));
      case null, default -> {}
    }
  }
}
