package io.ndmap.loop.vector;

import io.ndmap.loop.function.Formula;
import io.ndmap.loop.function.FormulaCode;
import io.ndmap.loop.function.Term;
import io.ndmap.memory.Templates;
import io.ndmap.memory.Unscoped;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/// Generates the vector loop of a formula.
final class VectorCode extends FormulaCode {

  /// A loop over memory that stops before a vector with rare elements ([Formula#isRare]).
  interface Part {

    /// Computes a range of elements.
    ///
    /// @param x offset of the first operand in all memory
    /// @param xs 1, or 0 if the first operand is one number that stands for all elements
    /// @param y offset of the second operand in all memory
    /// @param ys like `xs`, for the second operand
    /// @param z offset of the results in all memory
    /// @param from the first byte of the range, relative to the operands
    /// @param to the end of the range, relative to the operands
    /// @return the byte at which the loop stopped; `to` if no vector had rare elements
    long of(long x, long xs, long y, long ys, long z, long from, long to);
  }

  private static final ClassDesc VECTOR = vector("Vector");
  private static final ClassDesc DOUBLES = vector("DoubleVector");
  private static final ClassDesc FLOATS = vector("FloatVector");
  private static final ClassDesc LONGS = vector("LongVector");
  private static final ClassDesc INTS = vector("IntVector");
  private static final ClassDesc MASK = vector("VectorMask");
  private static final ClassDesc SPECIES = vector("VectorSpecies");
  private static final ClassDesc OPERATORS = vector("VectorOperators");
  private static final ClassDesc ASSOCIATIVE = OPERATORS.nested("Associative");
  private static final ClassDesc BINARY = OPERATORS.nested("Binary");
  private static final ClassDesc UNARY = OPERATORS.nested("Unary");
  private static final ClassDesc TERNARY = OPERATORS.nested("Ternary");
  private static final ClassDesc COMPARISON = OPERATORS.nested("Comparison");
  private static final ClassDesc CONVERSION = OPERATORS.nested("Conversion");
  private static final ClassDesc SEGMENT = of(MemorySegment.class);
  private static final ClassDesc BYTE_ORDER = of(ByteOrder.class);
  private static final ClassDesc LAYOUT = of(ValueLayout.class);
  private static final ClassDesc BYTE = of(ValueLayout.OfByte.class);
  private static final ClassDesc LONG = ConstantDescs.CD_long;
  private static final MethodTypeDesc LOAD = MethodTypeDesc.of(ConstantDescs.CD_byte, BYTE, LONG);
  private static final MethodTypeDesc PART =
      MethodTypeDesc.of(LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG);

  private final boolean single;
  private final boolean ofFloats;
  private final int lanes;
  private final ClassDesc numbers;
  private final ClassDesc bits;
  private final int i;

  private VectorCode(CodeBuilder code, Formula formula, boolean single) {
    super(code);
    this.single = single;
    this.ofFloats = formula.ofFloats();
    this.lanes = lanes(formula);
    this.numbers = ofFloats ? FLOATS : DOUBLES;
    this.bits = ofFloats ? INTS : LONGS;
    this.i = code.allocateLocal(TypeKind.LONG);
  }

  /// Returns the number of SIMD lanes.
  static int lanes(Formula formula) {
    return Shapes.WIDTH / (formula.ofFloats() ? Float.SIZE : Double.SIZE);
  }

  /// Returns the loop of a formula.
  ///
  /// @param single whether elements are floats; a formula of doubles converts them to doubles
  static Part part(Formula formula, boolean single) {
    return (Part)
        Templates.define(
            MethodHandles.lookup(),
            Part.class,
            "of",
            PART,
            code -> new VectorCode(code, formula, single).write(formula),
            single);
  }

  private static ClassDesc vector(String name) {
    return ClassDesc.of("jdk.incubator.vector", name);
  }

  private static ClassDesc of(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  private void write(Formula formula) {
    int from = code.parameterSlot(5);
    int to = code.parameterSlot(6);
    Label turn = code.newLabel();
    Label end = code.newLabel();
    code.lload(from).lstore(i).labelBinding(turn).lload(i).lload(to).lcmp().ifge(end);
    // This load emits no machine code, but marks the compiled method, so that a fault in the method
    // raises InternalError.
    pushMemory();
    code.getstatic(LAYOUT, "JAVA_BYTE", BYTE);
    pushPlace(0);
    code.invokeinterface(SEGMENT, "get", LOAD).pop();
    Term isRare = formula.isRare();
    if (isRare != null) {
      push(isRare);
      code.invokevirtual(MASK, "anyTrue", MethodTypeDesc.of(ConstantDescs.CD_boolean)).ifne(end);
    }
    push(formula.result());
    if (single && !ofFloats) {
      convert("D2F", FLOATS);
    }
    pushMemory();
    code.lload(code.parameterSlot(4)).lload(i).ladd();
    pushByteOrder();
    code.invokevirtual(
        items(),
        "intoMemorySegment",
        MethodTypeDesc.of(ConstantDescs.CD_void, SEGMENT, LONG, BYTE_ORDER));
    code.lload(i)
        .loadConstant((long) lanes * (single ? Float.BYTES : Double.BYTES))
        .ladd()
        .lstore(i)
        .goto_(turn)
        .labelBinding(end)
        .lload(i)
        .lreturn();
  }

  private ClassDesc items() {
    return single ? FLOATS : DOUBLES;
  }

  private void pushItems(int parameter) {
    pushSpecies(items());
    pushMemory();
    pushPlace(parameter);
    pushByteOrder();
    code.invokestatic(
        items(),
        "fromMemorySegment",
        MethodTypeDesc.of(items(), SPECIES, SEGMENT, LONG, BYTE_ORDER));
    if (single && !ofFloats) {
      convert("F2D", DOUBLES);
    }
  }

  private void convert(String conversion, ClassDesc type) {
    code.getstatic(OPERATORS, conversion, CONVERSION);
    pushSpecies(type);
    code.iconst_0()
        .invokevirtual(
            VECTOR,
            "convertShape",
            MethodTypeDesc.of(VECTOR, CONVERSION, SPECIES, ConstantDescs.CD_int))
        .checkcast(type);
  }

  private void pushMemory() {
    code.getstatic(of(Unscoped.class), "ALL", SEGMENT);
  }

  private void pushByteOrder() {
    code.getstatic(BYTE_ORDER, "LITTLE_ENDIAN", BYTE_ORDER);
  }

  private void pushPlace(int parameter) {
    code.lload(code.parameterSlot(parameter))
        .lload(i)
        .lload(code.parameterSlot(parameter + 1))
        .lmul()
        .ladd();
  }

  private void pushSpecies(ClassDesc type) {
    int size = type.equals(FLOATS) || type.equals(INTS) ? Float.SIZE : Double.SIZE;
    code.getstatic(type, "SPECIES_" + lanes * size, SPECIES);
  }

  private static ClassDesc carrier(ClassDesc type) {
    if (type.equals(INTS)) {
      return ConstantDescs.CD_int;
    }
    if (type.equals(FLOATS)) {
      return ConstantDescs.CD_float;
    }
    return type.equals(LONGS) ? LONG : ConstantDescs.CD_double;
  }

  @Override
  protected TypeKind kind(Term.Type type) {
    return TypeKind.REFERENCE;
  }

  @Override
  protected void pushConstant(Term term) {
    ClassDesc type = term.op() == Term.Op.CONSTANT ? numbers : bits;
    pushSpecies(type);
    code.loadConstant(ofFloats ? term.floatConstant() : term.constant())
        .invokestatic(type, "broadcast", MethodTypeDesc.of(type, SPECIES, carrier(type)));
  }

  @Override
  protected void operate(Term term, List<Term> operands) {
    ClassDesc type = term.op().type() == Term.Type.BITS ? bits : numbers;
    switch (term.op()) {
      case FIRST -> pushItems(0);
      case SECOND -> pushItems(2);
      case PLUS, ADD -> lanewise(type, operands, "ADD", ASSOCIATIVE, BINARY);
      case MINUS, SUBTRACT -> lanewise(type, operands, "SUB", BINARY, BINARY);
      case TIMES -> lanewise(type, operands, "MUL", ASSOCIATIVE, BINARY);
      case OVER -> lanewise(type, operands, "DIV", BINARY, BINARY);
      case FMA -> lanewise(type, operands, "FMA", TERNARY, TERNARY);
      case SQRT -> lanewise(type, operands, "SQRT", UNARY, UNARY);
      case ABS -> lanewise(type, operands, "ABS", UNARY, UNARY);
      case AND -> lanewise(type, operands, "AND", ASSOCIATIVE, BINARY);
      case XOR -> lanewise(type, operands, "XOR", ASSOCIATIVE, BINARY);
      case LEFT -> shift(term, "LSHL");
      case RIGHT -> shift(term, "LSHR");
      case BITS -> view(operands, numbers, "viewAsIntegralLanes", bits);
      case OF_BITS -> view(operands, bits, "viewAsFloatingLanes", VECTOR).checkcast(numbers);
      case LESS -> compare(operands, "LT");
      case AT_MOST -> compare(operands, "LE");
      case EITHER -> {
        operands.forEach(this::push);
        code.invokevirtual(MASK, "or", MethodTypeDesc.of(MASK, MASK));
      }
      case NOT -> view(operands, MASK, "not", MASK);
      case CHOICE -> {
        push(operands.get(2));
        push(operands.get(1));
        push(operands.get(0));
        code.invokevirtual(numbers, "blend", MethodTypeDesc.of(numbers, VECTOR, MASK));
      }
      default -> throw new AssertionError(term.op());
    }
  }

  /// @param owner the class of the constant for the operator
  /// @param kind the type of the first parameter of `lanewise`, to which the constant is passed
  private void lanewise(
      ClassDesc type, List<Term> operands, String operator, ClassDesc owner, ClassDesc kind) {
    push(operands.getFirst());
    code.getstatic(OPERATORS, operator, owner);
    operands.stream().skip(1).forEach(this::push);
    ClassDesc[] parameters = new ClassDesc[operands.size()];
    Arrays.fill(parameters, VECTOR);
    parameters[0] = kind;
    code.invokevirtual(type, "lanewise", MethodTypeDesc.of(type, parameters));
  }

  private void shift(Term term, String operator) {
    push(term.operands().getFirst());
    code.getstatic(OPERATORS, operator, BINARY)
        .loadConstant(ofFloats ? (ConstantDesc) (int) term.bits() : (ConstantDesc) term.bits())
        .invokevirtual(bits, "lanewise", MethodTypeDesc.of(bits, BINARY, carrier(bits)));
  }

  private CodeBuilder view(List<Term> operands, ClassDesc from, String method, ClassDesc to) {
    push(operands.getFirst());
    return code.invokevirtual(from, method, MethodTypeDesc.of(to));
  }

  private void compare(List<Term> operands, String how) {
    push(operands.get(0));
    code.getstatic(OPERATORS, how, COMPARISON);
    push(operands.get(1));
    code.invokevirtual(numbers, "compare", MethodTypeDesc.of(MASK, COMPARISON, VECTOR));
  }
}
