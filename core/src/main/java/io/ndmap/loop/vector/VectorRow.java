package io.ndmap.loop.vector;

import io.ndmap.memory.Templates;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// The class data of a vector template: a row of the vector table and its species.
///
/// @param species the species of the operands
/// @param results the species of the results: for tests, byte vectors with as many lanes, if they
///   exist
/// @param operation a [Map] or a [Test]
record VectorRow(VectorSpecies<Object> species, VectorSpecies<Object> results, Object operation) {

  /// An operation on vectors of up to three operands. With more than some 20 instructions HotSpot
  /// no longer keeps them in registers.
  interface Map {
    Vector<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c);
  }

  /// A test of vectors of up to three operands.
  interface Test {
    VectorMask<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c);
  }

  /// A row that sums.
  ///
  /// @param addend the addends of elements
  /// @param block number of elements per block, see [io.ndmap.loop.Sums]
  record Sum(Map addend, int block) {}

  /// A row that reduces rows.
  ///
  /// @param item converts a vector of elements to a vector of results
  /// @param operation combines vectors of results
  record Fold(Map item, Map operation) {}

  /// Returns the row of a hidden class.
  static VectorRow of(MethodHandles.Lookup lookup) {
    return Objects.requireNonNull(Templates.data(lookup, VectorRow.class));
  }
}
