package io.ndmap.loop.function;

import java.lang.constant.ConstantDesc;
import java.util.List;

/// A value within a formula: a number, the bits of a number as an integer, or a truth value. A term
/// with several uses is computed once. The [Formula] determines whether numbers are doubles or
/// floats.
///
/// Every operation on numbers is rounded once, by IEEE 754, so that results have the same bits on
/// all platforms.
public final class Term {

  /// The type of a term.
  public enum Type {
    NUMBER,
    BITS,
    TRUTH
  }

  /// The operations of terms, and the types of their results.
  public enum Op {
    FIRST(Type.NUMBER),
    SECOND(Type.NUMBER),
    CONSTANT(Type.NUMBER),
    PLUS(Type.NUMBER),
    MINUS(Type.NUMBER),
    TIMES(Type.NUMBER),
    OVER(Type.NUMBER),
    FMA(Type.NUMBER),
    SQRT(Type.NUMBER),
    ABS(Type.NUMBER),
    OF_BITS(Type.NUMBER),
    CHOICE(Type.NUMBER),
    INTEGER(Type.BITS),
    BITS(Type.BITS),
    ADD(Type.BITS),
    SUBTRACT(Type.BITS),
    AND(Type.BITS),
    XOR(Type.BITS),
    LEFT(Type.BITS),
    RIGHT(Type.BITS),
    LESS(Type.TRUTH),
    AT_MOST(Type.TRUTH),
    EITHER(Type.TRUTH),
    NOT(Type.TRUTH);

    private final Type type;

    Op(Type type) {
      this.type = type;
    }

    public Type type() {
      return type;
    }
  }

  /// The first operand.
  static final Term X = new Term(Op.FIRST, 0);

  /// The second operand.
  static final Term Y = new Term(Op.SECOND, 0);

  private final Op op;
  private final long bits;
  private final List<Term> operands;

  private Term(Op op, long bits, Term... operands) {
    this.op = op;
    this.bits = bits;
    this.operands = List.of(operands);
  }

  public Op op() {
    return op;
  }

  /// Returns the bits of a constant, or the distance of a shift.
  public long bits() {
    return bits;
  }

  /// Returns a constant in a formula of doubles: a double or a long.
  public ConstantDesc constant() {
    return op == Op.CONSTANT ? (ConstantDesc) Double.longBitsToDouble(bits) : (ConstantDesc) bits;
  }

  /// Returns a constant in a formula of floats: a float or an int.
  public ConstantDesc floatConstant() {
    return op == Op.CONSTANT
        ? (ConstantDesc) (float) Double.longBitsToDouble(bits)
        : (ConstantDesc) (int) bits;
  }

  public List<Term> operands() {
    return operands;
  }

  static Term of(double number) {
    return new Term(Op.CONSTANT, Double.doubleToRawLongBits(number));
  }

  static Term of(long integer) {
    return new Term(Op.INTEGER, integer);
  }

  Term plus(Term other) {
    return new Term(Op.PLUS, 0, this, other);
  }

  Term plus(double number) {
    return plus(of(number));
  }

  Term minus(Term other) {
    return new Term(Op.MINUS, 0, this, other);
  }

  Term minus(double number) {
    return minus(of(number));
  }

  Term times(Term other) {
    return new Term(Op.TIMES, 0, this, other);
  }

  Term times(double number) {
    return times(of(number));
  }

  Term over(Term other) {
    return new Term(Op.OVER, 0, this, other);
  }

  /// Returns this number times `factor`, plus `addend`, rounded once.
  Term fma(Term factor, Term addend) {
    return new Term(Op.FMA, 0, this, factor, addend);
  }

  Term fma(Term factor, double addend) {
    return fma(factor, of(addend));
  }

  Term fma(double factor, Term addend) {
    return fma(of(factor), addend);
  }

  Term fma(double factor, double addend) {
    return fma(of(factor), of(addend));
  }

  Term sqrt() {
    return new Term(Op.SQRT, 0, this);
  }

  Term abs() {
    return new Term(Op.ABS, 0, this);
  }

  /// Returns the bits of this number.
  Term toBits() {
    return new Term(Op.BITS, 0, this);
  }

  /// Returns the number with these bits.
  Term number() {
    return new Term(Op.OF_BITS, 0, this);
  }

  Term add(Term other) {
    return new Term(Op.ADD, 0, this, other);
  }

  Term add(long integer) {
    return add(of(integer));
  }

  Term subtract(Term other) {
    return new Term(Op.SUBTRACT, 0, this, other);
  }

  Term and(long integer) {
    return new Term(Op.AND, 0, this, of(integer));
  }

  Term xor(Term other) {
    return new Term(Op.XOR, 0, this, other);
  }

  Term left(int places) {
    return new Term(Op.LEFT, places, this);
  }

  Term right(int places) {
    return new Term(Op.RIGHT, places, this);
  }

  /// Returns whether this is less than another number; false if either is NaN.
  Term less(Term other) {
    return new Term(Op.LESS, 0, this, other);
  }

  Term less(double number) {
    return less(of(number));
  }

  /// Returns whether this is at most a number; false for NaN.
  Term atMost(double number) {
    return new Term(Op.AT_MOST, 0, this, of(number));
  }

  Term above(double number) {
    return new Term(Op.LESS, 0, of(number), this);
  }

  Term or(Term other) {
    return new Term(Op.EITHER, 0, this, other);
  }

  Term not() {
    return new Term(Op.NOT, 0, this);
  }

  /// Returns `yes` if this truth value holds, else `no`.
  Term choose(Term yes, Term no) {
    return new Term(Op.CHOICE, 0, this, yes, no);
  }

  Term choose(double yes, Term no) {
    return choose(of(yes), no);
  }

  Term choose(double yes, double no) {
    return choose(of(yes), of(no));
  }

  /// Returns this nonnegative number with the sign of another number.
  Term signed(Term other) {
    return toBits().xor(other.toBits().and(Long.MIN_VALUE)).number();
  }

  /// Returns the value of a polynomial at this number, by Horner's rule.
  ///
  /// @param coefficients the coefficients from the highest power down
  Term polynomial(double... coefficients) {
    Term sum = of(coefficients[0]);
    for (int k = 1; k < coefficients.length; k++) {
      sum = sum.fma(this, coefficients[k]);
    }
    return sum;
  }
}
