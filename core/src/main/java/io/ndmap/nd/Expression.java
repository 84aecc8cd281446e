package io.ndmap.nd;

import io.ndmap.distribution.Histograms;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.expression.ComputedNumbers;
import io.ndmap.expression.ComputedSelection;
import io.ndmap.expression.Evaluation;
import io.ndmap.expression.ExpressionParser;
import io.ndmap.expression.FunctionNames;
import io.ndmap.expression.Node;
import io.ndmap.layout.Shape;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import io.ndmap.op.Execution;
import io.ndmap.op.Histogram;
import io.ndmap.op.Moments;
import io.ndmap.op.OverlapException;
import io.ndmap.op.Reduction;
import io.ndmap.op.Unary;
import io.ndmap.reduce.Fold;
import io.ndmap.reduce.MomentsFold;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.PythonNumber;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A computation on views, such as `(x - m) / s`, `np.sqrt(x * x + y * y)`, `np.abs(x) > 3`. It is
/// evaluated tile by tile, without intermediate arrays, and in one pass if it contains no
/// reduction.
///
/// ```java
/// Expression x = Expression.of(view);
/// Expression scaled = x.minus(mean).dividedBy(deviation);
/// scaled.into(target);                                           // a file of any size
/// long outliers = scaled.abs().compare(Comparison.GREATER, 3).countNonZero();
/// ```
///
/// Nothing is read before an evaluation method is called, such as [#into], [#evaluate], [#select]
/// or a reduction; then all operations run on a few KiB at a time. Results have the same bits as
/// the results of the corresponding sequence of [NdView] calls, except for the bits of NaN in
/// elementwise results. Common subexpressions are computed once. Dtypes are NumPy's; all operands
/// are broadcast to their common shape. At most 170 views, numbers and intermediate results may be
/// needed at the same time; beyond that an evaluation throws `IllegalArgumentException`.
///
/// Expressions are immutable and thread-safe. [#into] runs with the [Execution] of the target; all
/// other methods, the masks of [#select], and reductions inside an expression run with the
/// [Execution] of the first view among their operands.
public final class Expression {

  /// A field name in single or double quotes. The name does not contain this quote character.
  private static final Pattern FIELD = Pattern.compile("'[^']*'|\"[^\"]*\"");

  private final Node node;

  private Expression(Node node) {
    this.node = node;
  }

  /// {@return the elements of a view as an expression}
  ///
  /// @param view a view of numbers or times
  /// @throws DTypeException if the view holds other elements
  public static Expression of(NdView<?> view) {
    return new Expression(Node.of(view.items()));
  }

  /// {@return an expression parsed from text in NumPy's spelling: `sqrt(x**2 + y**2) > 3`}
  ///
  /// The text may contain Python's operators on arrays, with Python's precedence but without
  /// chained comparisons; numbers, `pi`, `e`, `nan` and `inf`; functions by NumPy's names ([Unary],
  /// [Binary], `where`); dtypes as functions (`float32(x)`); and names of views, with optional
  /// slices and fields (`x[::2, -1]`, `x['a']`). Numbers are Python scalars (NEP 50), as in
  /// [#combine(Binary, Number)]. No Python code is run.
  ///
  /// Reductions may occur anywhere, `(x - mean(x, axis=0)) / std(x, axis=0, ddof=1)`: `sum`,
  /// `prod`, `mean`, `var`, `std`, `min`, `max`, `argmin`, `argmax`, `any`, `all`, `count_nonzero`,
  /// and `nansum`, `nanmean`, `nanvar`, `nanstd`, `nanmin`, `nanmax`, with `axis=`, `keepdims=`,
  /// `ddof=` and `where=`. In every evaluation, each distinct reduction takes a separate pass, and
  /// its result is kept in memory until the evaluation ends.
  ///
  /// @param text the expression, of at most 65,536 characters, in which brackets and signs are
  ///   nested at most 100 deep
  /// @param views the views by name
  /// @throws IllegalArgumentException if the text is not an expression or is too long, a position
  ///   or an axis does not exist, or shapes do not broadcast together; the message names the
  ///   column, counted from 1, unless the text is too long
  /// @throws DTypeException if an operation is not defined for its operands; the message names the
  ///   column
  /// @throws ArithmeticException if a dtype cannot hold an integer operand; the message names the
  ///   column
  public static Expression parse(String text, Map<String, ? extends NdView<?>> views) {
    return new Expression(ExpressionParser.parse(text, names(views)));
  }

  /// {@return a new array of the results of a parsed expression, see [#parse] and [#evaluate]}
  ///
  /// @param text the expression
  /// @param views the views by name
  /// @throws IllegalArgumentException as [#parse], or if too many views, numbers and results are
  ///   needed at the same time, see above
  /// @throws DTypeException if an operation is not defined for its operands
  /// @throws ArithmeticException if a dtype cannot hold an integer operand
  public static NdView<?> evaluate(String text, Map<String, ? extends NdView<?>> views) {
    return parse(text, views).evaluate();
  }

  /// {@return the names of all functions of [#parse], sorted, including reductions and dtypes}
  public static List<String> functions() {
    return FunctionNames.all();
  }

  private static ExpressionParser.Names names(Map<String, ? extends NdView<?>> views) {
    return new ExpressionParser.Names() {
      @Override
      public @Nullable Node find(String name, List<String> subscripts) {
        NdView<?> view = views.get(name);
        if (view == null) {
          return null;
        }
        for (String subscript : subscripts) {
          view =
              FIELD.matcher(subscript).matches()
                  ? view.field(subscript.substring(1, subscript.length() - 1))
                  : view.slice(subscript);
        }
        return Node.of(view.items());
      }

      @Override
      public List<String> all() {
        return List.copyOf(new TreeSet<>(views.keySet()));
      }
    };
  }

  /// {@return the dtype of the results; little-endian, unless this expression is a view itself}
  public DType dtype() {
    return node.items().dtype();
  }

  /// {@return the shape of the results}
  public Shape shape() {
    return node.items().shape();
  }

  /// {@return an upper bound on the number of elements that [#evaluate], and [#into] with a target
  /// of this shape, report to [Execution#withProgress]: the elements that reductions read, and the
  /// results} The reported number is lower if identical reductions share a pass.
  public long passedItems() {
    return node.passedItems();
  }

  // ---- operations

  /// {@return the results of a function of this expression, as [NdView#map(Unary)]}
  ///
  /// @param operation the function
  /// @throws DTypeException if the function is not defined for this dtype
  public Expression map(Unary operation) {
    return new Expression(node.map(operation));
  }

  /// {@return the absolute values, `np.abs`}
  public Expression abs() {
    return map(Unary.ABSOLUTE);
  }

  /// {@return the square roots, `np.sqrt`}
  public Expression sqrt() {
    return map(Unary.SQRT);
  }

  /// {@return the results of an operation on this and another expression, as
  /// [NdView#combine(Binary, NdView)]}
  ///
  /// @param operation the operation
  /// @param other the second operand
  /// @throws DTypeException if the operation is not defined for the dtypes
  /// @throws IllegalArgumentException if the shapes do not broadcast together
  public Expression combine(Binary operation, Expression other) {
    return new Expression(node.combine(operation, other.node));
  }

  /// {@return the results of an operation on this expression and a number, as
  /// [NdView#combine(Binary, Number)]}
  ///
  /// @param operation the operation
  /// @param number the second operand. The number does not change the dtype of the computation,
  ///   with two exceptions: if the number is an integer, booleans are computed as `i8`; if the
  ///   number is a floating-point number, booleans and integers are computed as `f8`
  /// @throws ArithmeticException if the number is an integer that the dtype cannot hold
  /// @throws IllegalArgumentException if [NdView#combine(Binary, Number)] does not take numbers of
  ///   this class
  public Expression combine(Binary operation, Number number) {
    return new Expression(node.combine(operation, PythonNumber.of(number)));
  }

  /// {@return the results of an operation on a number and this expression, such as `number - a`,
  /// see [#combine(Binary, Number)]}
  ///
  /// @param number the first operand
  /// @param operation the operation
  /// @throws ArithmeticException if the number is an integer that the dtype of the computation
  ///   cannot hold
  public Expression combineFrom(Number number, Binary operation) {
    return new Expression(node.combineFrom(PythonNumber.of(number), operation));
  }

  /// {@return the sum of this and another expression, `a + other`}
  ///
  /// @param other the second operand
  public Expression plus(Expression other) {
    return combine(Binary.PLUS, other);
  }

  /// {@return the sum of this and a number, see [#combine(Binary, Number)]}
  ///
  /// @param number the second operand
  public Expression plus(Number number) {
    return combine(Binary.PLUS, number);
  }

  /// {@return the difference of this and another expression, `a - other`}
  ///
  /// @param other the second operand
  public Expression minus(Expression other) {
    return combine(Binary.MINUS, other);
  }

  /// {@return the difference of this and a number, see [#combine(Binary, Number)]}
  ///
  /// @param number the second operand
  public Expression minus(Number number) {
    return combine(Binary.MINUS, number);
  }

  /// {@return the product of this and another expression, `a * other`}
  ///
  /// @param other the factor
  public Expression times(Expression other) {
    return combine(Binary.TIMES, other);
  }

  /// {@return the product of this and a number, see [#combine(Binary, Number)]}
  ///
  /// @param number the factor
  public Expression times(Number number) {
    return combine(Binary.TIMES, number);
  }

  /// {@return the quotient of this and another expression, `a / other`}
  ///
  /// @param other the divisor
  public Expression dividedBy(Expression other) {
    return combine(Binary.DIVIDED_BY, other);
  }

  /// {@return the quotient of this and a number, see [#combine(Binary, Number)]}
  ///
  /// @param number the divisor
  public Expression dividedBy(Number number) {
    return combine(Binary.DIVIDED_BY, number);
  }

  /// {@return the mask of a comparison with another expression, as [NdView#compare(Comparison,
  /// NdView)]}
  ///
  /// @param how the comparison, such as `LESS`
  /// @param other the right-hand side
  /// @throws DTypeException if the two expressions cannot be compared, one of them holds long
  ///   doubles, or both are times of different units
  public Expression compare(Comparison how, Expression other) {
    return new Expression(node.compare(how, other.node));
  }

  /// {@return the mask of a comparison with a number, as [NdView#compare(Comparison, Number)]}
  ///
  /// @param how the comparison, such as `LESS`
  /// @param number the right-hand side
  public Expression compare(Comparison how, Number number) {
    return new Expression(node.compare(how, PythonNumber.of(number)));
  }

  /// {@return this expression where a mask is true and another expression elsewhere, as
  /// [NdView#where(ByteView, NdView)]}
  ///
  /// @param mask elements of `bool`
  /// @param other supplies the elements where the mask is false
  /// @throws DTypeException if the mask is not of `bool`, or if this and the other expression have
  ///   no common dtype of numbers or are times of different units
  public Expression where(Expression mask, Expression other) {
    return new Expression(node.where(mask.node, other.node));
  }

  /// {@return this expression where a mask is true and a number elsewhere, as
  /// [NdView#where(ByteView, Number)]}
  ///
  /// @param mask elements of `bool`
  /// @param number the value where the mask is false; for times, a number of ticks
  public Expression where(Expression mask, Number number) {
    return new Expression(node.where(mask.node, node.promoted(PythonNumber.of(number))));
  }

  /// {@return this expression cast to another dtype of numbers, as [NdView#astype(DType)]}
  ///
  /// @param dtype the new dtype, of numbers; the results are little-endian
  /// @throws DTypeException if one of the dtypes is not of numbers
  public Expression astype(DType dtype) {
    return astype(dtype, Casting.UNSAFE);
  }

  /// {@return this expression cast to another dtype of numbers, as [NdView#astype(DType, Casting)]}
  ///
  /// @param dtype the new dtype, of numbers; the results are little-endian
  /// @param casting which conversions are allowed
  /// @throws DTypeException if the conversion is not allowed, or one of the dtypes is not of
  ///   numbers
  public Expression astype(DType dtype, Casting casting) {
    return new Expression(node.astype(dtype, casting));
  }

  // ---- evaluation

  /// {@return a new array of the results}
  ///
  /// @throws OutOfMemoryError if there is not enough memory for the array
  public NdView<?> evaluate() {
    return NdView.view(Evaluation.of(node));
  }

  /// Stores the results in a view, and runs with the [Execution] of that view.
  ///
  /// @param target receives the results, cast by same-kind casting (times are not converted to
  ///   another unit); all operands are broadcast to the target's shape, and may be the target
  ///   itself
  /// @throws DTypeException if the results cannot be cast to the target's dtype
  /// @throws IllegalArgumentException if an operand cannot be broadcast to the target's shape
  /// @throws OverlapException if operands share memory with the target without being the target, no
  ///   order of writing is safe, and copies of these operands would exceed 64 MiB
  public void into(NdView<?> target) {
    Evaluation.into(node, target.items());
  }

  /// {@return a new array of the results reduced along axes, as [NdView#reduce(Reduction, int...)]}
  ///
  /// @param op the reduction
  /// @param axes the axes to reduce, negative ones counted from the end; if none are given, all
  ///   axes
  /// @throws IllegalArgumentException if a minimum, maximum, argmin or argmax has no elements,
  ///   argmin or argmax ignores NaN and all its elements are NaN, an axis is named twice, or argmin
  ///   or argmax is given several axes
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  public NdView<?> reduce(Reduction op, int... axes) {
    return reduce(op, Axes.of(axes));
  }

  /// {@return a new array of the results reduced along axes, as [NdView#reduce(Reduction, Axes)]}
  ///
  /// @param op the reduction
  /// @param axes the axes to reduce, whether they are kept, and the mask
  /// @throws IllegalArgumentException as [NdView#reduce(Reduction, Axes)]
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if NumPy has no such reduction of the dtype
  public NdView<?> reduce(Reduction op, Axes axes) {
    ByteView mask = axes.mask();
    return reduce(op, axes, mask == null ? null : Node.of(mask.items()));
  }

  /// {@return a new array of the results reduced where a mask is true, `where=`} Results and mask
  /// are computed in one pass; minima and maxima need a pass over the mask first.
  ///
  /// @param op the reduction; neither argmin nor argmax
  /// @param axes the axes to reduce, and whether they are kept, without a mask
  /// @param mask elements of `bool`, which are broadcast to the shape of this expression
  /// @throws IllegalArgumentException as for [#reduce(Reduction, Axes)], or if the axes have a mask
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if the mask is not of `bool`, or NumPy has no such reduction of the
  ///   dtype
  public NdView<?> reduce(Reduction op, Axes axes, Expression mask) {
    if (axes.mask() != null) {
      throw new IllegalArgumentException(
          "there are two masks: that of the axes, and " + mask.shape());
    }
    return reduce(op, axes, mask.node);
  }

  private NdView<?> reduce(Reduction op, Axes axes, @Nullable Node mask) {
    return NdView.view(Evaluation.of(node.reduce(op, mask, axes.keepsDims(), axes.toArray())));
  }

  /// {@return the sum of all results in double precision, as [NdView#sum()]; 0 if empty}
  ///
  /// @throws DTypeException if the results are not real numbers
  public double sum() {
    return CanonicalNaN.of(summed(Reduction.SUM).sum());
  }

  /// {@return the mean of all results in double precision, as [NdView#mean()]; NaN if empty}
  ///
  /// @throws DTypeException if the results are not real numbers
  public double mean() {
    return CanonicalNaN.of(summed(Reduction.MEAN).mean());
  }

  private Fold.Summed summed(Reduction op) {
    var _ = realKind();
    return (Fold.Summed) Evaluation.fold(node, op);
  }

  /// {@return count, mean and variance of all results, as [NdView#moments()]}
  ///
  /// @throws DTypeException if the results are not real numbers
  public Moments moments() {
    var _ = realKind();
    return ((MomentsFold) Evaluation.fold(node, Reduction.VAR)).moments();
  }

  /// {@return the counts of all results in bins of equal width from the smallest to the largest
  /// result, as [NdView#histogram(int)]} The expression is computed twice.
  ///
  /// @param bins the number of bins
  /// @throws DTypeException if the results are not real numbers
  /// @throws IllegalArgumentException as [NdView#histogram(int)]
  public Histogram histogram(int bins) {
    return Histograms.of(numbers(), realKind(), bins, false);
  }

  /// {@return the counts of all results in bins of equal width, as [NdView#histogram(int, double,
  /// double)]}
  ///
  /// @param bins the number of bins
  /// @param low the lower edge of the first bin
  /// @param high the upper edge of the last bin
  /// @throws DTypeException if the results are not real numbers
  /// @throws IllegalArgumentException as [NdView#histogram(int, double, double)]
  public Histogram histogram(int bins, double low, double high) {
    return Histograms.of(numbers(), realKind(), bins, low, high);
  }

  /// {@return the counts of all results in bins between edges, as [NdView#histogram(double\[\])]}
  ///
  /// @param edges the edges of the bins, ascending
  /// @throws DTypeException if the results are not real numbers
  /// @throws IllegalArgumentException as [NdView#histogram(double\[\])]
  public Histogram histogram(double[] edges) {
    return Histograms.of(numbers(), realKind(), edges);
  }

  private Histograms.Numbers numbers() {
    return ComputedNumbers.of(node);
  }

  private ScalarKind realKind() {
    return node.items().realKind("a real number");
  }

  /// {@return a new array of the results where a mask is true, in C order, `e[mask]`} The mask is
  /// computed twice, the results once.
  ///
  /// @param mask a mask of dtype `bool` in the shape of this expression
  /// @throws DTypeException if the mask is not of `bool`
  /// @throws IllegalArgumentException if the shapes differ
  /// @throws java.util.ConcurrentModificationException if the mask changes between the two passes
  public NdView<?> select(Expression mask) {
    return NdView.view(ComputedSelection.fresh(node, mask.node));
  }

  /// Selects the results where a mask is true, and stores them in the first elements of a target,
  /// see [#select(Expression)]. The mask is computed once, or twice if an operand shares memory
  /// with the target.
  ///
  /// @param mask a mask of dtype `bool` in the shape of this expression
  /// @param target a view of rank 1, of this expression's dtype in either byte order, and long
  ///   enough for all selected results; the rest of the target does not change
  /// @return the number of selected results
  /// @throws DTypeException if the mask is not of `bool`, or the target has another dtype
  /// @throws IllegalArgumentException if the shapes of expression and mask differ, the rank of the
  ///   target is not 1, or the target is too short; in the last case some of the results may be
  ///   written
  public long select(Expression mask, NdView<?> target) {
    return ComputedSelection.into(node, mask.node, target.items());
  }

  /// {@return the number of results that are not zero, `np.count_nonzero`}
  public long countNonZero() {
    return reduce(Reduction.COUNT_NONZERO).as(LongView.class).get();
  }
}
