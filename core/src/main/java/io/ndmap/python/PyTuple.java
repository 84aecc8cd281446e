package io.ndmap.python;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/// A tuple. (A Python list is a `java.util.List`.)
///
/// @param items its items, an unmodifiable copy of what was given; `null` is `None`
public record PyTuple(List<?> items) {

  /// Creates a tuple.
  public PyTuple {
    items = Collections.unmodifiableList(new ArrayList<>(items));
  }

  /// {@return a tuple}
  ///
  /// @param items its items, none of them `None`
  public static PyTuple of(Object... items) {
    return new PyTuple(Arrays.asList(items));
  }

  // Tuples are keys of dicts, and their bytes are arrays.

  @Override
  public boolean equals(Object other) {
    return other instanceof PyTuple(List<?> others)
        && Arrays.deepEquals(items.toArray(), others.toArray());
  }

  /// Mixes more than `List.hashCode` does, for which `(1, 31)` and `(2, 0)` are alike.
  @Override
  public int hashCode() {
    int hash = items.size();
    for (Object item : items) {
      int lane = item instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(item);
      hash = Integer.rotateLeft(hash + lane * 0x85ebca77, 13) * 0x9e3779b1;
    }
    return hash;
  }
}
