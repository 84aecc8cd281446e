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
import java.util.function.DoubleBinaryOperator;

/// Generates the code of a formula for single numbers.
final class ScalarCode extends FormulaCode {

  private static final MethodTypeDesc BINARY =
      MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_double, ConstantDescs.CD_double);
  private static final MethodTypeDesc UNARY =
      MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_double);
  private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");
  private static final ClassDesc FUNCTION =
      DoubleBinaryOperator.class.describeConstable().orElseThrow();

  private final boolean ofFloats;
  private final ClassDesc number;
  private final ClassDesc bits;

  private ScalarCode(CodeBuilder code, boolean ofFloats) {
    super(code);
    this.ofFloats = ofFloats;
    this.number = ofFloats ? ConstantDescs.CD_float : ConstantDescs.CD_double;
    this.bits = ofFloats ? ConstantDescs.CD_int : ConstantDescs.CD_long;
  }

  /// Returns the function of a formula.
  ///
  /// @param rest the function for numbers for which the formula does not hold
  static DoubleBinaryOperator function(Formula formula, DoubleBinaryOperator rest) {
    return (DoubleBinaryOperator)
        Templates.define(
            MethodHandles.lookup(),
            DoubleBinaryOperator.class,
            "applyAsDouble",
            BINARY,
            code -> new ScalarCode(code, formula.ofFloats()).write(formula),
            rest);
  }

  private void write(Formula formula) {
    Term isRare = formula.isRare();
    if (isRare != null) {
      Label usual = code.newLabel();
      push(isRare);
      code.ifeq(usual);
      writeRest();
      code.labelBinding(usual);
    }
    push(formula.result());
    if (ofFloats) {
      code.f2d();
    }
    code.dreturn();
  }

  private void writeRest() {
    code.loadConstant(Templates.data(FUNCTION))
        .dload(code.parameterSlot(0))
        .dload(code.parameterSlot(1))
        .invokeinterface(FUNCTION, "applyAsDouble", BINARY)
        .dreturn();
  }

  @Override
  protected TypeKind kind(Term.Type type) {
    return switch (type) {
      case NUMBER -> ofFloats ? TypeKind.FLOAT : TypeKind.DOUBLE;
      case BITS -> ofFloats ? TypeKind.INT : TypeKind.LONG;
      case TRUTH -> TypeKind.INT;
    };
  }

  @Override
  protected void pushConstant(Term term) {
    code.loadConstant(ofFloats ? term.floatConstant() : term.constant());
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
      case FIRST -> operand(0);
      case SECOND -> operand(1);
      case ABS -> code.invokestatic(MATH, "abs", MethodTypeDesc.of(number, number));
      case FMA -> code.invokestatic(MATH, "fma", MethodTypeDesc.of(number, number, number, number));
      // Rounds correctly, because a double has more than twice as many bits as a float.
      case SQRT -> sqrt();
      // Both comparisons are false for NaN.
      case LESS -> answer(Opcode.IFLT);
      case AT_MOST -> answer(Opcode.IFLE);
      case EITHER -> code.ior();
      case NOT -> code.iconst_1().ixor();
      default -> {
        if (ofFloats) {
          operateOnFloats(term);
        } else {
          operateOnDoubles(term);
        }
      }
    }
  }

  private void operand(int parameter) {
    code.dload(code.parameterSlot(parameter));
    if (ofFloats) {
      code.d2f();
    }
  }

  private void sqrt() {
    if (ofFloats) {
      code.f2d().invokestatic(MATH, "sqrt", UNARY).d2f();
    } else {
      code.invokestatic(MATH, "sqrt", UNARY);
    }
  }

  private void operateOnDoubles(Term term) {
    switch (term.op()) {
      case PLUS -> code.dadd();
      case MINUS -> code.dsub();
      case TIMES -> code.dmul();
      case OVER -> code.ddiv();
      case BITS -> convert(ConstantDescs.CD_Double, "doubleToRawLongBits", bits, number);
      case OF_BITS -> convert(ConstantDescs.CD_Double, "longBitsToDouble", number, bits);
      case ADD -> code.ladd();
      case SUBTRACT -> code.lsub();
      case AND -> code.land();
      case XOR -> code.lxor();
      case LEFT -> code.loadConstant((int) term.bits()).lshl();
      case RIGHT -> code.loadConstant((int) term.bits()).lushr();
      default -> throw new AssertionError(term.op());
    }
  }

  private void operateOnFloats(Term term) {
    switch (term.op()) {
      case PLUS -> code.fadd();
      case MINUS -> code.fsub();
      case TIMES -> code.fmul();
      case OVER -> code.fdiv();
      case BITS -> convert(ConstantDescs.CD_Float, "floatToRawIntBits", bits, number);
      case OF_BITS -> convert(ConstantDescs.CD_Float, "intBitsToFloat", number, bits);
      case ADD -> code.iadd();
      case SUBTRACT -> code.isub();
      case AND -> code.iand();
      case XOR -> code.ixor();
      case LEFT -> code.loadConstant((int) term.bits()).ishl();
      case RIGHT -> code.loadConstant((int) term.bits()).iushr();
      default -> throw new AssertionError(term.op());
    }
  }

  private void convert(ClassDesc owner, String method, ClassDesc to, ClassDesc from) {
    code.invokestatic(owner, method, MethodTypeDesc.of(to, from));
  }

  private void answer(Opcode how) {
    if (ofFloats) {
      code.fcmpg();
    } else {
      code.dcmpg();
    }
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
