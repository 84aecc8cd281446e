package io.ndmap.spark.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/// Determines the files that satisfy a condition on their path or name. It supports `=`, `<`, `<=`,
/// `>`, `>=`, `<>`, `IN`, `LIKE` for a prefix, a suffix or a substring, `AND`, `OR`, `NOT` and `IS
/// NOT NULL`.
///
/// @param column the name of the hidden column with the fields
/// @param pathField the name of the field with the path
/// @param nameField the name of the field with the file name
public record FilePredicate(String column, String pathField, String nameField) {

  /// Returns the files for which a condition is true.
  ///
  /// @param condition the condition
  /// @return a predicate for files; empty if the condition refers to anything else or is not
  ///   supported
  public Optional<Predicate<Path>> files(Expression condition) {
    if (!(condition instanceof GeneralScalarExpression general)) {
      return Optional.empty();
    }
    Expression[] parts = general.children();
    return switch (general.name()) {
      case "ALWAYS_TRUE" -> Optional.of(_ -> true);
      case "ALWAYS_FALSE" -> Optional.of(_ -> false);
      case "AND" -> all(parts).map(both -> both.get(0).and(both.get(1)));
      case "OR" -> all(parts).map(both -> both.get(0).or(both.get(1)));
      case "NOT" -> files(parts[0]).map(Predicate::negate);
      case "IS_NOT_NULL" -> field(parts[0]).map(_ -> _ -> true);
      case "IN" -> in(parts);
      case "=", "<=>" -> compared(parts, UTF8String::equals);
      case "<>" -> compared(parts, (file, text) -> !file.equals(text));
      case "<" -> compared(parts, (file, text) -> file.compareTo(text) < 0);
      case "<=" -> compared(parts, (file, text) -> file.compareTo(text) <= 0);
      case ">" -> compared(parts, (file, text) -> file.compareTo(text) > 0);
      case ">=" -> compared(parts, (file, text) -> file.compareTo(text) >= 0);
      case "STARTS_WITH" -> compared(parts, UTF8String::startsWith);
      case "ENDS_WITH" -> compared(parts, UTF8String::endsWith);
      case "CONTAINS" -> compared(parts, UTF8String::contains);
      default -> Optional.empty();
    };
  }

  private Optional<List<Predicate<Path>>> all(Expression[] parts) {
    List<Predicate<Path>> found = Stream.of(parts).flatMap(part -> files(part).stream()).toList();
    return found.size() == parts.length ? Optional.of(found) : Optional.empty();
  }

  private Optional<Predicate<Path>> compared(
      Expression[] parts, BiPredicate<UTF8String, UTF8String> relation) {
    return field(parts[0])
        .flatMap(
            field -> text(parts[1]).map(text -> file -> relation.test(field.apply(file), text)));
  }

  private Optional<Predicate<Path>> in(Expression[] parts) {
    List<UTF8String> texts = new ArrayList<>();
    for (int k = 1; k < parts.length; k++) {
      text(parts[k]).ifPresent(texts::add);
    }
    return texts.size() < parts.length - 1
        ? Optional.empty()
        : field(parts[0]).map(field -> file -> texts.contains(field.apply(file)));
  }

  private Optional<Function<Path, UTF8String>> field(Expression part) {
    if (part instanceof NamedReference reference
        && reference.fieldNames().length == 2
        && reference.fieldNames()[0].equals(column)) {
      String field = reference.fieldNames()[1];
      if (field.equals(pathField)) {
        return Optional.of(file -> UTF8String.fromString(file.toString()));
      }
      if (field.equals(nameField)) {
        return Optional.of(file -> UTF8String.fromString(file.getName()));
      }
    }
    return Optional.empty();
  }

  /// A string literal that is compared byte by byte, without a collation.
  private static Optional<UTF8String> text(Expression part) {
    return part instanceof Literal<?> literal
            && literal.dataType().equals(DataTypes.StringType)
            && literal.value() instanceof UTF8String text
        ? Optional.of(text)
        : Optional.empty();
  }
}
