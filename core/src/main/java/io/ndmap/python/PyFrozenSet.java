package io.ndmap.python;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/// A frozenset. (A Python set is a `java.util.Set`.)
///
/// @param items its elements, an unmodifiable copy of the argument, in the same order; `null` is
///   `None`
public record PyFrozenSet(Set<?> items) {

  /// Creates a frozenset.
  public PyFrozenSet {
    items = Collections.unmodifiableSet(new LinkedHashSet<>(items));
  }
}
