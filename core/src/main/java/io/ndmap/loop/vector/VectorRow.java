package io.ndmap.loop.vector;

import io.ndmap.memory.Templates;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// The data of a vector template: a row of the vector table and the species of its lanes.
///
/// @param species of the operands
/// @param results the species of what comes of them: of as many bytes for answers, if there is one
/// @param operation a [Map] or a [Test]
record VectorRow(VectorSpecies<Object> species, VectorSpecies<Object> results, Object operation) {

  /// Computes with vectors of three operands, of which it may take fewer. Above some 20 operations
  /// HotSpot no longer keeps them in registers.
  interface Map {
    Vector<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c);
  }

  /// Asks about them.
  interface Test {
    VectorMask<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c);
  }

  /// A row that adds up.
  ///
  /// @param block numbers of a block, see [io.ndmap.loop.Sums]
  record Sum(Map addend, int block) {}

  /// A row that folds rows.
  ///
  /// @param item makes a vector of results of one of items
  record Fold(Map item, Map operation) {}

  /// The row of a hidden class.
  static VectorRow of(MethodHandles.Lookup lookup) {
    return Objects.requireNonNull(Templates.data(lookup, VectorRow.class));
  }
}
