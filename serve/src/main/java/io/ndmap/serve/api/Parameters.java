package io.ndmap.serve.api;

import io.ndmap.op.ComplexPart;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Parses query parameters. Each method throws a [Problem] with status 400 that names the
/// parameter.
final class Parameters {

  private Parameters() {}

  /// An integer between two bounds.
  ///
  /// @param otherwise the result if the parameter is missing
  /// @param least the minimum, inclusive
  /// @param most the maximum, inclusive
  static long number(Call call, String name, long otherwise, long least, long most) {
    Optional<String> text = call.parameter(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text.get().strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The exception below reports the invalid text.
    }
    throw new Problem(
        400, "%s is a number from %s to %s, found '%s'".formatted(name, least, most, text.get()));
  }

  /// A comma-separated list of finite numbers.
  ///
  /// @param most the maximum number of values
  static Optional<double[]> doubles(Call call, String name, int most) {
    Optional<String> text = call.parameter(name).filter(given -> !given.isBlank());
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      double[] numbers =
          Arrays.stream(text.get().split(",", most + 1)).mapToDouble(Double::parseDouble).toArray();
      if (numbers.length <= most && Arrays.stream(numbers).allMatch(Double::isFinite)) {
        return Optional.of(numbers);
      }
    } catch (NumberFormatException e) {
      // The exception below reports the invalid text.
    }
    throw new Problem(
        400, "%s is up to %s numbers between commas, found '%s'".formatted(name, most, text.get()));
  }

  /// Two finite numbers, separated by a comma.
  static Optional<double[]> pair(Call call, String name) {
    Optional<String> text = call.parameter(name).filter(given -> !given.isBlank());
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      double[] numbers =
          Arrays.stream(text.get().split(",", 3)).mapToDouble(Double::parseDouble).toArray();
      if (numbers.length == 2 && Arrays.stream(numbers).allMatch(Double::isFinite)) {
        return Optional.of(numbers);
      }
    } catch (NumberFormatException e) {
      // The exception below reports the invalid text.
    }
    throw new Problem(
        400, "%s is two numbers with a comma between them, found '%s'".formatted(name, text.get()));
  }

  /// Whether a flag is set: by the value `true`, or by the name without a value.
  static boolean flag(Call call, String name) {
    String text = call.parameter(name).orElse("false");
    if (text.isEmpty() || text.equals("true") || text.equals("false")) {
      return !text.equals("false");
    }
    throw new Problem(400, "%s is true or false, found '%s'".formatted(name, text));
  }

  /// The part of complex numbers that is drawn.
  static ComplexPart part(Call call) {
    return constant(ComplexPart.class, call, "part", ComplexPart.MAGNITUDE);
  }

  /// An enum constant, written in lower case with `-` between words.
  ///
  /// @param otherwise the result if the parameter is missing
  static <E extends Enum<E>> E constant(Class<E> type, Call call, String name, E otherwise) {
    Optional<String> text = call.parameter(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    for (E constant : type.getEnumConstants()) {
      if (text(constant).equals(text.get())) {
        return constant;
      }
    }
    throw new Problem(
        400,
        "%s is one of %s, found '%s'"
            .formatted(
                name,
                String.join(
                    ", ", Arrays.stream(type.getEnumConstants()).map(Parameters::text).toList()),
                text.get()));
  }

  private static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
