package io.ndmap.loop.vector;

import io.ndmap.memory.Templates;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// The class data ([Templates]) of a hidden copy of a vector loop: the operation, a lambda of
/// [VectorOperations] or [VectorConversionTable], and the species of its vectors.
///
/// @param species the species of the operands
/// @param results the species of the results: for tests, byte vectors with as many lanes, if they
///   exist
/// @param operation an [Operation], [Test], [Sum] or [Fold]; for choices and strided moves, the
///   operation of `loop` itself
/// @param operandCount the number of operands of an [Operation] or a [Test]
/// @param numbers the mask of operands that are single numbers (bit k: operand k), see
///   [io.ndmap.loop.Fused#numbers]
record VectorTemplateData(
    VectorSpecies<Object> species,
    VectorSpecies<Object> results,
    Object operation,
    int operandCount,
    int numbers) {

  VectorTemplateData(
      VectorSpecies<Object> species, VectorSpecies<Object> results, Object operation) {
    this(species, results, operation, 0, 0);
  }

  /// An operation on vectors of up to four operands. With more than about 20 instructions, HotSpot
  /// no longer keeps the vectors in registers.
  interface Operation {
    Vector<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c, Vector<Object> d);
  }

  /// A test of vectors of up to four operands.
  interface Test {
    VectorMask<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c, Vector<Object> d);
  }

  /// An operation of the tables.
  @FunctionalInterface
  interface Map extends Operation {
    Vector<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c);

    @Override
    default Vector<Object> of(
        Vector<Object> a, Vector<Object> b, Vector<Object> c, Vector<Object> d) {
      return of(a, b, c);
    }
  }

  /// A test of the tables.
  @FunctionalInterface
  interface Predicate extends Test {
    VectorMask<Object> of(Vector<Object> a, Vector<Object> b, Vector<Object> c);

    @Override
    default VectorMask<Object> of(
        Vector<Object> a, Vector<Object> b, Vector<Object> c, Vector<Object> d) {
      return of(a, b, c);
    }
  }

  /// An operation that sums.
  ///
  /// @param addend computes the addends of elements
  /// @param block the number of elements of a block, see [io.ndmap.loop.Sums]
  record Sum(Map addend, int block) {}

  /// An operation that reduces rows, see [io.ndmap.loop.FourRows].
  ///
  /// @param item converts a vector of elements to a vector of results
  /// @param operation combines vectors of results
  record Fold(Map item, Map operation) {}

  /// Returns the class data of a hidden class.
  static VectorTemplateData of(MethodHandles.Lookup lookup) {
    return Objects.requireNonNull(Templates.data(lookup, VectorTemplateData.class));
  }
}
