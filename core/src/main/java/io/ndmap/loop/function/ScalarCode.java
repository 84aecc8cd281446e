package io.ndmap.loop.function;

import io.ndmap.memory.Templates;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.List;

/// Writes a formula for single numbers.
final class ScalarCode extends FormulaCode {

  private static final MethodTypeDesc BINARY =
      MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_double, ConstantDescs.CD_double);
  private static final MethodTypeDesc UNARY =
      MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_double);
  private static final MethodTypeDesc TERNARY =
      MethodTypeDesc.of(
          ConstantDescs.CD_double,
          ConstantDescs.CD_double,
          ConstantDescs.CD_double,
          ConstantDescs.CD_double);
  private static final MethodTypeDesc TO_BITS =
      MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double);
  private static final MethodTypeDesc OF_BITS =
      MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long);
  private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");
  private static final ClassDesc FUNCTION = RealFunction.class.describeConstable().orElseThrow();

  private ScalarCode(CodeBuilder code) {
    super(code);
  }

  /// A function.
  ///
  /// @param rest what it is where the formula does not hold
  static RealFunction function(Formula formula, RealFunction rest) {
    return (RealFunction)
        Templates.define(
            MethodHandles.lookup(),
            RealFunction.class,
            "of",
            BINARY,
            code -> new ScalarCode(code).write(formula),
            rest);
  }

  private void write(Formula formula) {
    push(formula.isRare());
    Label usual = code.newLabel();
    code.ifeq(usual)
        .loadConstant(Templates.data(FUNCTION))
        .dload(code.parameterSlot(0))
        .dload(code.parameterSlot(1))
        .invokeinterface(FUNCTION, "of", BINARY)
        .dreturn()
        .labelBinding(usual);
    push(formula.result());
    code.dreturn();
  }

  @Override
  protected TypeKind kind(Term.Type type) {
    return switch (type) {
      case NUMBER -> TypeKind.DOUBLE;
      case BITS -> TypeKind.LONG;
      case TRUTH -> TypeKind.INT;
    };
  }

  @Override
  protected void pushConstant(Term term) {
    if (term.op() == Term.Op.CONSTANT) {
      code.loadConstant(Double.longBitsToDouble(term.bits()));
    } else {
      code.loadConstant(term.bits());
    }
  }

  @Override
  protected void operate(Term term, List<Term> operands) {
    if (term.op() == Term.Op.CHOICE) {
      push(operands.getFirst());
      either(Opcode.IFNE, () -> push(operands.get(1)), () -> push(operands.get(2)));
      return;
    }
    operands.forEach(this::push);
    switch (term.op()) {
      case FIRST -> code.dload(code.parameterSlot(0));
      case SECOND -> code.dload(code.parameterSlot(1));
      case PLUS -> code.dadd();
      case MINUS -> code.dsub();
      case TIMES -> code.dmul();
      case OVER -> code.ddiv();
      case FMA -> code.invokestatic(MATH, "fma", TERNARY);
      case SQRT -> code.invokestatic(MATH, "sqrt", UNARY);
      case ABS -> code.invokestatic(MATH, "abs", UNARY);
      case BITS -> code.invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits", TO_BITS);
      case OF_BITS -> code.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble", OF_BITS);
      case ADD -> code.ladd();
      case SUBTRACT -> code.lsub();
      case AND -> code.land();
      case XOR -> code.lxor();
      case LEFT -> code.loadConstant((int) term.bits()).lshl();
      case RIGHT -> code.loadConstant((int) term.bits()).lushr();
      // Of NaN neither holds.
      case LESS -> answer(Opcode.IFLT);
      case AT_MOST -> answer(Opcode.IFLE);
      case EITHER -> code.ior();
      default -> throw new AssertionError(term.op());
    }
  }

  private void answer(Opcode how) {
    code.dcmpg();
    either(how, code::iconst_1, code::iconst_0);
  }

  private void either(Opcode how, Runnable yes, Runnable no) {
    Label isSo = code.newLabel();
    Label end = code.newLabel();
    code.branch(how, isSo);
    no.run();
    code.goto_(end).labelBinding(isSo);
    yes.run();
    code.labelBinding(end);
  }
}
