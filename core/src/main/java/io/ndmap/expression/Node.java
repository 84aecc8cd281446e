package io.ndmap.expression;

import io.ndmap.arithmetic.Arithmetic;
import io.ndmap.arithmetic.Functions;
import io.ndmap.axes.Broadcast;
import io.ndmap.axes.Layouts;
import io.ndmap.compare.Choice;
import io.ndmap.compare.ItemComparison;
import io.ndmap.compare.Masks;
import io.ndmap.compare.NumberRange;
import io.ndmap.copy.CommonDType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.TimeType;
import io.ndmap.elementwise.Operand;
import io.ndmap.elementwise.Results;
import io.ndmap.elementwise.Step;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import io.ndmap.pass.Items;
import io.ndmap.reduce.AxisReduction;
import io.ndmap.reduce.Folds;
import io.ndmap.reduce.MaskedReduction;
import io.ndmap.value.Promotion;
import io.ndmap.value.PythonNumber;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An operation and its operands, or items, which are a leaf. Its dtype and its shape are known,
/// and wrong operands refused, before anything is computed.
public final class Node {

  /// Operations below one another: each takes some of the stack.
  private static final int DEEPEST = 500;

  private static final MemorySegment NOTHING = MemorySegment.NULL;

  private static final Backing NAMELESS =
      new Backing() {
        @Override
        public String name() {
          return "an expression";
        }

        @Override
        public boolean mayFault() {
          return false;
        }

        @Override
        public void barrier() {
          // There is no memory.
        }
      };

  /// Makes the step of an operation.
  interface Maker {
    Step step(Items[] operands);
  }

  /// The operation of a node whose results are those of its first operand reduced: where the second
  /// is true, if there is one.
  ///
  /// @param axes which disappear, all if there are none
  /// @param keepsAxes whether they stay with length 1
  record Reduced(Reduction op, boolean keepsAxes, List<Integer> axes) {

    int[] axesAsArray() {
      return axes.stream().mapToInt(Integer::intValue).toArray();
    }

    /// Where results are without those axes, or with them.
    Strided spread(Strided layout, boolean[] isReduced) {
      return keepsAxes ? AxisReduction.keeping(layout, isReduced) : layout;
    }
  }

  private final Items items;
  private final Object operation;
  private final List<Node> operands;
  private final @Nullable Maker maker;
  private final int depth;
  private final boolean isNumber;
  private final boolean hasReductions;

  private Node(Items items, Object operation, @Nullable Maker maker, Node... operands) {
    this(items, operation, false, maker, operands);
  }

  /// @param isNumber whether this is a number or computed of numbers alone
  private Node(
      Items items, Object operation, boolean isNumber, @Nullable Maker maker, Node... operands) {
    this.isNumber = isNumber;
    this.items = items;
    this.operation = operation;
    this.maker = maker;
    this.operands = List.of(operands);
    int below = -1;
    boolean reduces = operation instanceof Reduced;
    for (Node operand : operands) {
      below = Math.max(below, operand.depth);
      reduces |= operand.hasReductions;
    }
    this.hasReductions = reduces;
    this.depth = below + 1;
    if (depth > DEEPEST) {
      throw new IllegalArgumentException(
          "an expression of more than "
              + DEEPEST
              + " operations upon one another is too deep; evaluate some of it first");
    }
  }

  /// @throws DTypeException if the items are neither numbers nor times
  public static Node of(Items items) {
    if (!(items.dtype() instanceof ScalarType || items.dtype() instanceof TimeType)) {
      throw items.notA("part of an expression");
    }
    return new Node(items, "leaf", null);
  }

  /// A number as an item of `i8`, `u8` or `f8`.
  ///
  /// @param number a number, see [PythonNumber]
  static Node of(Number number) {
    DType dtype =
        switch (number) {
          case Double _ -> DType.FLOAT64;
          case BigInteger _ -> DType.UINT64;
          default -> DType.INT64;
        };
    return number(dtype, ScalarBits.ofNumber(((ScalarType) dtype).kind(), number));
  }

  /// @param operation what makes this one equal to others with the same operands
  private static Node of(DType dtype, Object operation, Maker maker, Node... operands) {
    Items[] given = new Items[operands.length];
    Shape shape = operands[0].items.shape();
    for (int k = 0; k < given.length; k++) {
      given[k] = operands[k].items;
      shape = Broadcast.common(shape, given[k].shape());
    }
    // What it refuses is told now.
    var _ = maker.step(given);
    // Numbers have no order of axes, and no execution.
    List<Node> arrays = Arrays.stream(operands).filter(operand -> !operand.isNumber).toList();
    Items first = arrays.isEmpty() ? given[0] : arrays.getFirst().items;
    int itemsize = dtype.itemsize();
    Strided layout =
        arrays.size() == 1 && first.shape().equals(shape)
            ? Layouts.packed(first.strided(), itemsize)
            : Strided.contiguous(shape, itemsize, Results.order(first, shape));
    Items items = new Items(NOTHING, layout, dtype, NAMELESS, first.execution());
    return new Node(items, operation, arrays.isEmpty(), maker, operands);
  }

  // ---- operations

  public Node map(Unary function) {
    return of(
        Functions.dtype(function, items), function, of -> Functions.step(function, of[0]), this);
  }

  public Node combine(Binary how, Node right) {
    return of(
        Arithmetic.dtype(how, items, right.items),
        how,
        of -> Arithmetic.step(how, of[0], of[1]),
        this,
        right);
  }

  /// @param number a number, see [PythonNumber]
  public Node combine(Binary how, Number number) {
    return of(
        Arithmetic.dtype(how, items, number),
        List.of(how, number),
        of -> Arithmetic.step(how, of[0], number),
        this);
  }

  /// A number and this.
  ///
  /// @param number a number, see [PythonNumber]
  /// @throws ArithmeticException if that is an integer which this dtype cannot hold
  public Node combineFrom(Number number, Binary how) {
    if (how == Binary.LOGICAL_AND || how == Binary.LOGICAL_OR || how == Binary.LOGICAL_XOR) {
      // Of the number they ask whether it is 0, and not whether the dtype can hold it.
      return combine(how, number);
    }
    if (how == Binary.LDEXP) {
      // Exponents say nothing of what they scale: an integer is of NumPy's first dtype for it, f2.
      boolean isReal = number instanceof Double;
      return (isReal ? of(number) : number(DType.FLOAT16, half(number))).combine(how, this);
    }
    // Beside times a number is a number, as in `2 * spans`.
    Node left = items.dtype() instanceof TimeType ? of(number) : leftOf(how, number);
    return left.combine(how, this);
  }

  private static long half(Number number) {
    return ScalarBits.ofNumber(ScalarKind.FLOAT16, number);
  }

  /// A number as the first operand: where the results of integers are no integers, as in `-1 / u`,
  /// it need not fit them.
  private Node leftOf(Binary how, Number number) {
    return !items.kind().part().isFloat()
            && Arithmetic.dtype(how, items, number) instanceof ScalarType result
            && result.kind().isFloat()
        ? number(result, ScalarBits.ofNumber(result.kind(), number))
        : beside(number);
  }

  /// A number as an item of the dtype that it has beside these, of times in ticks.
  ///
  /// @param number a number, see [PythonNumber]
  /// @throws ArithmeticException if that is an integer which cannot hold it
  public Node beside(Number number) {
    if (items.dtype() instanceof TimeType time) {
      if (number instanceof Double) {
        throw items.notA("a double");
      }
      long ticks = ScalarBits.ofNumber(ScalarKind.INT64, number);
      return number(time.withByteOrder(ByteOrder.LITTLE_ENDIAN), ticks);
    }
    ScalarKind kind = Promotion.with(items.kind(), number);
    ScalarKind part = kind.part();
    if (part == ScalarKind.LONGDOUBLE) {
      throw new DTypeException(
          items.backing().name()
              + ": no number goes beside items of "
              + items.dtype()
              + " within an expression; convert them to f8 or c16 first");
    }
    return number(new ScalarType(kind, ByteOrder.LITTLE_ENDIAN), ScalarBits.ofNumber(part, number));
  }

  /// @param bits of the real part, if the dtype is complex
  private static Node number(DType dtype, long bits) {
    Items one = Items.zeros(dtype, Shape.of(), Order.C);
    (dtype instanceof ScalarType ? one.real() : one).setBitsAt(0, bits);
    return new Node(one, List.of(dtype, bits), true, null);
  }

  public Node compare(Comparison how, Node right) {
    return of(DType.BOOL, how, of -> ItemComparison.step(of[0], how, of[1]), this, right);
  }

  /// Whether the items are complex numbers, which are compared with others of their kind alone.
  boolean isComplex() {
    return items.dtype() instanceof ScalarType scalar && scalar.kind().isComplex();
  }

  /// @param number a number, see [PythonNumber]
  public Node compare(Comparison how, Number number) {
    NumberRange range = NumberRange.of(Masks.comparable(items), how, number);
    return of(DType.BOOL, List.of(how, number), of -> range.step(of[0]), this);
  }

  /// This where a mask is true, and other items elsewhere.
  public Node where(Node mask, Node others) {
    Masks.requireBool(mask.items);
    DType dtype = CommonDType.of(List.of(items, others.items));
    boolean isChosen =
        dtype instanceof ScalarType scalar
            ? scalar.kind().part() != ScalarKind.LONGDOUBLE
            : isTimeOf(dtype, items) && isTimeOf(dtype, others.items);
    if (!isChosen) {
      throw new DTypeException(
          "items of "
              + items.dtype()
              + " and "
              + others.items.dtype()
              + " cannot be chosen from within an expression; use NdView.where");
    }
    ScalarKind kind = dtype instanceof ScalarType scalar ? scalar.kind() : ScalarKind.INT64;
    return of(dtype, "where", of -> Choice.step(of[2], of[0], of[1], kind), this, others, mask);
  }

  private static boolean isTimeOf(DType dtype, Items items) {
    return items.dtype() instanceof TimeType time
        && time.withByteOrder(ByteOrder.LITTLE_ENDIAN)
            .equals(((TimeType) dtype).withByteOrder(ByteOrder.LITTLE_ENDIAN));
  }

  public Node astype(DType dtype, Casting casting) {
    if (!casting.allows(items.dtype(), dtype)) {
      throw new DTypeException(
          "cannot convert items of "
              + items.dtype()
              + " of "
              + items.backing().name()
              + " into items of "
              + dtype
              + " of an expression under the rule "
              + casting);
    }
    if (!(dtype instanceof ScalarType to && items.dtype() instanceof ScalarType)) {
      throw new DTypeException(
          "items of "
              + items.dtype()
              + " are not converted to "
              + dtype
              + " within an expression; use NdView.astype");
    }
    if (to.kind() == ScalarKind.BOOL && items.kind().isComplex()) {
      // Either part may be what is not 0.
      return compare(Comparison.NOT_EQUAL, beside(0L));
    }
    ScalarType result = to.withByteOrder(ByteOrder.LITTLE_ENDIAN);
    return of(result, result, of -> Step.copy(Operand.of(of[0], result.kind())), this);
  }

  /// @param mask where it is false, items are left out
  /// @param keepsAxes whether the reduced axes stay with length 1
  /// @param axes which to reduce, all if there are none
  public Node reduce(Reduction op, @Nullable Node mask, boolean keepsAxes, int... axes) {
    DType dtype = Folds.result(items, op);
    boolean[] isReduced =
        mask == null
            ? AxisReduction.reduced(items, op, axes)
            : MaskedReduction.reduced(items.shape(), op, axes);
    if (mask != null) {
      Masks.requireBool(mask.items);
      var _ = mask.items.broadcastTo(items.shape());
    }
    Reduced reduced = new Reduced(op, keepsAxes, Arrays.stream(axes).boxed().toList());
    Shape kept = Layouts.select(items.strided(), 0, AxisReduction.where(isReduced, false)).shape();
    Strided layout = Strided.contiguous(kept, dtype.itemsize(), Order.C);
    Items results =
        new Items(NOTHING, reduced.spread(layout, isReduced), dtype, NAMELESS, items.execution());
    return mask == null
        ? new Node(results, reduced, null, this)
        : new Node(results, reduced, null, this, mask);
  }

  // ---- for the pass

  /// The items of a leaf; else items without memory, of the dtype and the layout of the array that
  /// the operation alone would make.
  public Items items() {
    return items;
  }

  boolean isLeaf() {
    return operands.isEmpty();
  }

  /// Whether this or something within is reduced.
  boolean hasReductions() {
    return hasReductions;
  }

  /// The name of a leaf, which equal leaves share: its items, or the dtype and bits of a number.
  Object leafName() {
    return isNumber ? operation : items;
  }

  /// How many items all passes go through, if no reductions are alike.
  public long passedItems() {
    Set<Node> reductions = new HashSet<>();
    findReductions(new HashSet<>(), reductions);
    long passed = operation instanceof Reduced ? 0 : items.itemCount();
    for (Node reduction : reductions) {
      passed += reduction.operands.getFirst().items.itemCount();
      if (passed < 0) {
        return Long.MAX_VALUE;
      }
    }
    return passed;
  }

  private void findReductions(Set<Node> seen, Set<Node> found) {
    if (hasReductions && seen.add(this)) {
      if (operation instanceof Reduced) {
        found.add(this);
      }
      operands.forEach(operand -> operand.findReductions(seen, found));
    }
  }

  /// The same operation of others with the same dtypes and shapes.
  Node with(List<Node> others) {
    return new Node(items, operation, isNumber, maker, others.toArray(Node[]::new));
  }

  Object operation() {
    return operation;
  }

  List<Node> operands() {
    return operands;
  }

  Step step(Items... given) {
    return maker == null ? Step.copy(Operand.of(given[0], given[0].kind())) : maker.step(given);
  }
}
