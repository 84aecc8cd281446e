package io.ndmap.loop.vector;

import io.ndmap.loop.Fused;
import io.ndmap.memory.Templates;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.Collections;
import java.util.List;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;

/// Generates a method that calls the lambdas of several operations one after the other, and keeps
/// their intermediate results in local variables.
///
/// A lambda that called the other lambdas would not be inlined: HotSpot inlines a method only once
/// into itself.
final class FusedCode {

  private static final ClassDesc VECTOR = of(Vector.class);
  private static final ClassDesc MASK = of(VectorMask.class);

  /// The number of operands of a lambda.
  private static final int TAKEN = 3;

  private FusedCode() {}

  /// Returns the fused operation.
  ///
  /// @param rows the lambdas: a [VectorTemplateData.Map] for each operation; the last may be a
  ///   [VectorTemplateData.Predicate]
  /// @return a [VectorTemplateData.Operation] or a [VectorTemplateData.Test]
  static Object of(Fused fused, List<Object> rows) {
    boolean tests = rows.getLast() instanceof VectorTemplateData.Predicate;
    return Templates.define(
        MethodHandles.lookup(),
        tests ? VectorTemplateData.Test.class : VectorTemplateData.Operation.class,
        "of",
        type(tests ? MASK : VECTOR, Fused.OPERANDS),
        code -> write(code, fused, rows),
        rows);
  }

  private static void write(CodeBuilder code, Fused fused, List<Object> rows) {
    int[] results = new int[rows.size()];
    for (int k = 0; k < results.length; k++) {
      boolean tests = rows.get(k) instanceof VectorTemplateData.Predicate;
      ClassDesc row = of(tests ? VectorTemplateData.Predicate.class : VectorTemplateData.Map.class);
      code.loadConstant(Templates.data(row, k));
      int[] operands = fused.operands(k);
      for (int j = 0; j < TAKEN; j++) {
        int operand = operands[Math.min(j, operands.length - 1)];
        code.aload(operand < 0 ? results[~operand] : code.parameterSlot(operand));
      }
      code.invokeinterface(row, "of", type(tests ? MASK : VECTOR, TAKEN));
      if (k < results.length - 1) {
        results[k] = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(results[k]);
      }
    }
    code.areturn();
  }

  private static MethodTypeDesc type(ClassDesc result, int operands) {
    return MethodTypeDesc.of(result, Collections.nCopies(operands, VECTOR));
  }

  private static ClassDesc of(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }
}
