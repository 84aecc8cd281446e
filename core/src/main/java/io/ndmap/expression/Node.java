package io.ndmap.expression;

import io.ndmap.arithmetic.Arithmetic;
import io.ndmap.arithmetic.UnaryOperations;
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
import io.ndmap.elementwise.TopologicalOrder;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node of an expression tree: an operation and its operands, or a leaf of elements. The dtype
/// and the shape of the result are known, and invalid operands are rejected, before anything is
/// computed.
public final class Node {

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

  /// A reduction of the first operand. The second operand, if there is one, is a mask: only
  /// elements where it is true are reduced.
  ///
  /// @param axes the axes to reduce; all axes if empty
  /// @param keepsAxes whether reduced axes stay with length 1
  record Reduced(Reduction op, boolean keepsAxes, List<Integer> axes) {

    int[] axesAsArray() {
      return axes.stream().mapToInt(Integer::intValue).toArray();
    }

    /// The layout of results, with the reduced axes if they are kept.
    Strided spread(Strided layout, boolean[] isReduced) {
      return keepsAxes ? AxisReduction.keeping(layout, isReduced) : layout;
    }
  }

  private final Items items;
  private final Object operation;
  private final List<Node> operands;
  private final @Nullable Maker maker;
  private final boolean isNumber;
  private final boolean hasReductions;

  /// @param isNumber whether this is a number or an operation on numbers alone
  private Node(
      Items items, Object operation, boolean isNumber, @Nullable Maker maker, Node... operands) {
    this.isNumber = isNumber;
    this.items = items;
    this.operation = operation;
    this.maker = maker;
    this.operands = List.of(operands);
    this.hasReductions =
        operation instanceof Reduced || this.operands.stream().anyMatch(Node::hasReductions);
  }

  /// @throws DTypeException if the elements are neither numbers nor times
  public static Node of(Items items) {
    if (!(items.dtype() instanceof ScalarType || items.dtype() instanceof TimeType)) {
      throw items.notA("part of an expression");
    }
    return new Node(items, "leaf", false, null);
  }

  /// A number as an element of `i8`, `u8` or `f8`.
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

  /// @param operation identifies the operation: nodes with equal operations and the same operands
  ///   are equal
  private static Node of(DType dtype, Object operation, Maker maker, Node... operands) {
    Items[] given = new Items[operands.length];
    Shape shape = operands[0].items.shape();
    for (int k = 0; k < given.length; k++) {
      given[k] = operands[k].items;
      shape = Broadcast.common(shape, given[k].shape());
    }
    // Rejects invalid operands now.
    var _ = maker.step(given);
    // Numbers have neither a memory order nor an execution.
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
        UnaryOperations.dtype(function, items),
        function,
        of -> UnaryOperations.step(function, of[0]),
        this);
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

  /// Combines a number as the first operand with this node as the second.
  ///
  /// @param number a number, see [PythonNumber]
  /// @throws ArithmeticException if the number is an integer that this node's dtype cannot hold,
  ///   unless the operation has a floating-point result
  public Node combineFrom(Number number, Binary how) {
    if (how == Binary.LOGICAL_AND || how == Binary.LOGICAL_OR || how == Binary.LOGICAL_XOR) {
      // Only whether the number is 0 matters, not whether the dtype can hold it.
      return combine(how, number);
    }
    if (how == Binary.LDEXP) {
      // The exponent's dtype does not determine the dtype of the number: NumPy takes an integer as
      // f2, the type of its first loop; with booleans as exponents as f8.
      boolean isBool = items.kind() == ScalarKind.BOOL;
      ScalarKind kind = isBool ? ScalarKind.FLOAT64 : ScalarKind.FLOAT16;
      Node scaled = number instanceof Double ? of(number) : number(kind, number);
      return scaled.combine(how, this);
    }
    // With times, a number is not converted to a time, as in `2 * spans`.
    Node left = items.dtype() instanceof TimeType ? of(number) : leftOf(how, number);
    return left.combine(how, this);
  }

  /// A number as the first operand. If an operation with integers has a floating-point result, as
  /// in `-1 / u`, the number need not fit the integers' dtype.
  private Node leftOf(Binary how, Number number) {
    return !items.kind().part().isFloat()
            && Arithmetic.dtype(how, items, number) instanceof ScalarType result
            && result.kind().isFloat()
        ? number(result, ScalarBits.ofNumber(result.kind(), number))
        : promoted(number);
  }

  /// Converts a number to the dtype that it has in an operation with these elements; for times, to
  /// ticks.
  ///
  /// @param number a number, see [PythonNumber]
  /// @throws ArithmeticException if the dtype is an integer dtype that cannot hold the number
  /// @throws DTypeException if these elements are long doubles, or are times and the number is a
  ///   `Double`
  public Node promoted(Number number) {
    if (items.dtype() instanceof TimeType time) {
      if (number instanceof Double) {
        throw items.notA("a double");
      }
      long ticks = ScalarBits.ofNumber(ScalarKind.INT64, number);
      return number(time.withByteOrder(ByteOrder.LITTLE_ENDIAN), ticks);
    }
    ScalarKind kind = Promotion.with(items.kind(), number);
    if (kind.part().isExtended()) {
      throw new DTypeException(
          ("%s: no number can be combined with elements of %s within an expression; convert them to"
                  + " f8 or c16 first")
              .formatted(items.backing().name(), items.dtype()));
    }
    return number(kind, number);
  }

  private static Node number(ScalarKind kind, Number number) {
    ScalarType dtype = new ScalarType(kind, ByteOrder.LITTLE_ENDIAN);
    return number(dtype, ScalarBits.ofNumber(kind.part(), number));
  }

  /// @param bits the bits of the number, or of its real part if the dtype is complex
  private static Node number(DType dtype, long bits) {
    Items one = Items.zeros(dtype, Shape.of(), Order.C);
    (dtype instanceof ScalarType ? one.real() : one).setBitsAt(0, bits);
    return new Node(one, List.of(dtype, bits), true, null);
  }

  public Node compare(Comparison how, Node right) {
    return of(DType.BOOL, how, of -> ItemComparison.step(of[0], how, of[1]), this, right);
  }

  /// Whether the elements are complex numbers, which are compared only with complex numbers.
  boolean isComplex() {
    return items.dtype() instanceof ScalarType scalar && scalar.kind().isComplex();
  }

  /// @param number a number, see [PythonNumber]
  public Node compare(Comparison how, Number number) {
    NumberRange range = NumberRange.of(Masks.comparable(items), how, number);
    return of(DType.BOOL, List.of(how, number), of -> range.step(of[0]), this);
  }

  /// Returns these elements where the mask is true, and the elements of `others` where it is false.
  public Node where(Node mask, Node others) {
    Masks.requireBool(mask.items);
    DType dtype = CommonDType.of(List.of(items, others.items));
    boolean isChosen =
        dtype instanceof ScalarType scalar
            ? !scalar.kind().isExtended()
            : isTimeOf(dtype, items) && isTimeOf(dtype, others.items);
    if (!isChosen) {
      throw new DTypeException(
          "elements of %s and %s cannot be chosen from within an expression; use NdView.where"
              .formatted(items.dtype(), others.items.dtype()));
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
          "cannot convert elements of %s of %s into elements of %s of an expression under the rule %s"
              .formatted(items.dtype(), items.backing().name(), dtype, casting));
    }
    if (!(dtype instanceof ScalarType to && items.dtype() instanceof ScalarType)) {
      throw new DTypeException(
          "elements of %s are not converted to %s within an expression; use NdView.astype"
              .formatted(items.dtype(), dtype));
    }
    if (to.kind() == ScalarKind.BOOL && items.kind().isComplex()) {
      // Either part may be non-zero.
      return compare(Comparison.NOT_EQUAL, promoted(0L));
    }
    ScalarType result = to.withByteOrder(ByteOrder.LITTLE_ENDIAN);
    return of(result, result, of -> Step.copy(Operand.of(of[0], result.kind())), this);
  }

  /// @param mask a mask, or null for none; elements where the mask is false are left out
  /// @param keepsAxes whether the reduced axes stay with length 1
  /// @param axes the axes to reduce; all axes if empty
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
    Node[] given = mask == null ? new Node[] {this} : new Node[] {this, mask};
    return new Node(results, reduced, false, null, given);
  }

  // ---- evaluation

  /// The elements of a leaf; otherwise items without memory, with the dtype and layout that the
  /// operation's result would have.
  public Items items() {
    return items;
  }

  boolean isLeaf() {
    return operands.isEmpty();
  }

  /// Whether this node is a reduction or one of the nodes below it is.
  boolean hasReductions() {
    return hasReductions;
  }

  /// An object that is equal for equal leaves: the elements of an array, or the dtype and the bits
  /// of a number.
  Object leafKey() {
    return isNumber ? operation : items;
  }

  /// The number of elements that all passes process; the actual number is lower if equal reductions
  /// share a pass.
  public long passedItems() {
    long passed = operation instanceof Reduced ? 0 : items.itemCount();
    for (Node node : hasReductions ? inOrder() : List.<Node>of()) {
      if (node.operation instanceof Reduced) {
        passed += node.operands.getFirst().items.itemCount();
        if (passed < 0) {
          return Long.MAX_VALUE;
        }
      }
    }
    return passed;
  }

  /// Returns the same operation on other operands of the same dtypes and shapes.
  Node with(List<Node> others) {
    return new Node(items, operation, isNumber, maker, others.toArray(Node[]::new));
  }

  Object operation() {
    return operation;
  }

  List<Node> operands() {
    return operands;
  }

  /// Returns this node and all below it, each once and after its operands.
  List<Node> inOrder() {
    return TopologicalOrder.of(List.of(this), Node::operands);
  }

  Step step(Items... given) {
    return maker == null ? Step.copy(Operand.of(given[0], given[0].kind())) : maker.step(given);
  }
}
