package io.ndmap.loop;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// What a vector template is defined with: a row of the vector table and the species of its lanes.
///
/// @param species of the operands
/// @param bytes the species of as many bytes, for answers; that of the operands if there is none
/// @param operation a [Map] or a [Test]
record VectorRow(VectorSpecies<Object> species, VectorSpecies<Object> bytes, Object operation) {

  /// Computes with vectors of three operands, of which it may take fewer. Above some 20 operations
  /// HotSpot no longer keeps them in registers.
  interface Map {
    Vector<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c);
  }

  /// Asks about them.
  interface Test {
    VectorMask<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c);
  }

  /// The row of a hidden class.
  static VectorRow of(MethodHandles.Lookup lookup) {
    return Objects.requireNonNull(Templates.data(lookup, VectorRow.class));
  }
}
