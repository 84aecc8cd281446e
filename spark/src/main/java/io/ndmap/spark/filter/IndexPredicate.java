package io.ndmap.spark.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;

/// Determines the rows that satisfy a condition on the index. It supports `=`, `<`, `<=`, `>`,
/// `>=`, `IN`, `AND`, `OR` and `IS NOT NULL`.
///
/// @param column the name of the column with the index
public record IndexPredicate(String column) {

  /// Returns the rows for which a condition is true.
  ///
  /// @param condition the condition
  /// @return the rows; empty if the condition refers to anything else or is not supported
  public Optional<RowRanges> rows(Expression condition) {
    Expression[] parts = condition.children();
    return switch (name(condition)) {
      case "ALWAYS_TRUE" -> Optional.of(RowRanges.ALL);
      case "ALWAYS_FALSE" -> Optional.of(RowRanges.NONE);
      case "AND" -> rows(parts[0]).flatMap(left -> rows(parts[1]).map(right -> left.and(right)));
      case "OR" -> rows(parts[0]).flatMap(left -> rows(parts[1]).map(right -> left.or(right)));
      case "IS_NOT_NULL" -> isIndex(parts[0]) ? Optional.of(RowRanges.ALL) : Optional.empty();
      case "IN" -> in(parts);
      case "=", "<=>", "<", "<=", ">", ">=" -> comparison(name(condition), parts);
      default -> Optional.empty();
    };
  }

  private static String name(Expression condition) {
    return condition instanceof org.apache.spark.sql.connector.expressions.GeneralScalarExpression e
        ? e.name()
        : "";
  }

  private boolean isIndex(Expression part) {
    return part instanceof NamedReference reference
        && reference.fieldNames().length == 1
        && reference.fieldNames()[0].equals(column);
  }

  private Optional<RowRanges> comparison(String name, Expression[] parts) {
    if (isIndex(parts[0])) {
      return number(parts[1]).map(n -> compared(name, n));
    }
    if (isIndex(parts[1])) {
      return number(parts[0]).map(n -> compared(mirrored(name), n));
    }
    return Optional.empty();
  }

  private static String mirrored(String name) {
    return switch (name) {
      case "<" -> ">";
      case "<=" -> ">=";
      case ">" -> "<";
      case ">=" -> "<=";
      default -> name;
    };
  }

  private static RowRanges compared(String name, long n) {
    boolean last = n == Long.MAX_VALUE;
    return switch (name) {
      case "<" -> RowRanges.of(0, n);
      case "<=" -> last ? RowRanges.ALL : RowRanges.of(0, n + 1);
      case ">" -> last ? RowRanges.NONE : RowRanges.of(n + 1, Long.MAX_VALUE);
      case ">=" -> RowRanges.of(n, Long.MAX_VALUE);
      default -> n < 0 || last ? RowRanges.NONE : RowRanges.of(n, n + 1);
    };
  }

  private Optional<RowRanges> in(Expression[] parts) {
    if (!isIndex(parts[0])) {
      return Optional.empty();
    }
    List<RowRanges.Range> rows = new ArrayList<>();
    for (int k = 1; k < parts.length; k++) {
      Optional<Long> number = number(parts[k]);
      if (number.isEmpty()) {
        return Optional.empty();
      }
      rows.addAll(compared("=", number.get()).ranges());
    }
    return Optional.of(RowRanges.of(rows));
  }

  private static Optional<Long> number(Expression part) {
    return part instanceof Literal<?> literal
            && literal.value() instanceof Number number
            && (number instanceof Long || number instanceof Integer)
        ? Optional.of(number.longValue())
        : Optional.empty();
  }
}
