package io.ndmap.benchmarks.contest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The result of an operation by one contender. Some values must have the same bits for every
/// contender. Other numbers depend on the order of a summation, so contenders may differ within a
/// bound.
///
/// @param exact integers (`i:42`) and digests of bytes (`d:9e37…`)
/// @param numbers results of floating-point sums
public record Outcome(List<String> exact, List<Double> numbers) {

  public Outcome {
    exact = List.copyOf(exact);
    numbers = List.copyOf(numbers);
  }

  public static Outcome ofNumbers(double... numbers) {
    List<Double> list = new ArrayList<>(numbers.length);
    for (double number : numbers) {
      list.add(number);
    }
    return new Outcome(List.of(), list);
  }

  public static Outcome ofInteger(long integer) {
    return new Outcome(List.of("i:" + integer), List.of());
  }

  public static Outcome ofDigest(long digest) {
    return new Outcome(List.of("d:" + String.format(Locale.ROOT, "%016x", digest)), List.of());
  }

  /// Parses the answer of a child process.
  ///
  /// @param fields `i:` and a number, `d:` and a digest, `f:` and a hexadecimal double
  /// @return the outcome
  /// @throws IllegalArgumentException if a field is none of these
  public static Outcome parse(List<String> fields) {
    List<String> exact = new ArrayList<>();
    List<Double> numbers = new ArrayList<>();
    for (String field : fields) {
      if (field.startsWith("f:")) {
        numbers.add(Double.valueOf(field.substring(2)));
      } else if (field.startsWith("i:") || field.startsWith("d:")) {
        exact.add(field);
      } else {
        throw new IllegalArgumentException("not an outcome: '" + field + "'");
      }
    }
    return new Outcome(exact, numbers);
  }

  /// Returns the outcome in the format of a child process's answer.
  ///
  /// @return the fields, each after a tab
  public String fields() {
    StringBuilder fields = new StringBuilder();
    exact.forEach(field -> fields.append('\t').append(field));
    numbers.forEach(number -> fields.append("\tf:").append(Double.toHexString(number)));
    return fields.toString();
  }

  /// Describes the first difference from another outcome.
  ///
  /// @param other the outcome of another contender
  /// @param bound the maximum difference of numbers, relative to the numbers of this outcome
  /// @return the difference, or empty if the outcomes agree
  public Optional<String> difference(Outcome other, double bound) {
    if (exact.size() != other.exact.size() || numbers.size() != other.numbers.size()) {
      return Optional.of(size() + " results against " + other.size());
    }
    for (int i = 0; i < exact.size(); i++) {
      if (!exact.get(i).equals(other.exact.get(i))) {
        return Optional.of(exact.get(i) + " against " + other.exact.get(i));
      }
    }
    for (int i = 0; i < numbers.size(); i++) {
      double here = numbers.get(i);
      double there = other.numbers.get(i);
      // Negated, because a comparison with NaN is false: a NaN counts as a difference.
      if (!(Math.abs(here - there) <= bound * Math.abs(here))) {
        return Optional.of("number " + i + " is " + here + " against " + there);
      }
    }
    return Optional.empty();
  }

  private int size() {
    return exact.size() + numbers.size();
  }
}
