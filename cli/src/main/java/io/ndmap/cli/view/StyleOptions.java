package io.ndmap.cli.view;

import io.ndmap.cli.argument.ArgumentConverters;
import io.ndmap.cli.argument.Range;
import io.ndmap.cli.run.UsageException;
import io.ndmap.op.ComplexPart;
import io.ndmap.picture.Aggregate;
import io.ndmap.picture.colour.ColourMap;
import io.ndmap.picture.colour.ContrastRule;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/// The options for how numbers are shown.
final class StyleOptions {

  /// Converts the name of an aggregate.
  static final class AggregateName implements ITypeConverter<Aggregate> {
    @Override
    public Aggregate convert(String text) throws Exception {
      return ArgumentConverters.of(AggregateName::parse).convert(text);
    }

    private static Aggregate parse(String text) {
      return switch (text) {
        case "mean" -> Aggregate.MEAN;
        case "min" -> Aggregate.MIN;
        case "max" -> Aggregate.MAX;
        case "std" -> Aggregate.STD;
        case "count-nan" -> Aggregate.COUNT_NAN;
        default ->
            throw new IllegalArgumentException(
                "'" + text + "' is not one of mean, min, max, std, count-nan");
      };
    }
  }

  /// Converts the name of a colour map.
  static final class ColoursName implements ITypeConverter<ColourMap> {
    @Override
    public ColourMap convert(String text) throws Exception {
      return ArgumentConverters.of(ColourMap::of).convert(text);
    }
  }

  @Option(
      names = "--agg",
      paramLabel = "NAME",
      converter = AggregateName.class,
      description =
          "The statistic that a cell shows: mean (the default), min, max, std or count-nan. max"
              + " shows a single outlier among millions of elements.")
  private Aggregate aggregate = Aggregate.MEAN;

  @Option(
      names = "--part",
      paramLabel = "PART",
      description = "The part of complex numbers: magnitude (the default), real, imag or phase.")
  private ComplexPart part = ComplexPart.MAGNITUDE;

  @Option(
      names = "--range",
      paramLabel = "LO,HI",
      description = "The values of the first and the last colour, or of a chart's edges.")
  private Optional<Range> range = Optional.empty();

  @Option(
      names = "--percentiles",
      paramLabel = "LO,HI",
      description =
          "Set the range by percentiles of the cells' values (default: 1,99). A few bright cells"
              + " among equal ones stay visible.")
  private Optional<Range> percentiles = Optional.empty();

  @Option(names = "--log", description = "Use a logarithmic scale.")
  private boolean log;

  @Option(names = "--symmetric", description = "Put 0 in the middle of the colours.")
  private boolean symmetric;

  @Option(
      names = "--colours",
      paramLabel = "NAME",
      converter = ColoursName.class,
      description =
          "The colour map: viridis (the default), gray, inferno, coolwarm, or cividis for the"
              + " colour-blind.")
  private ColourMap colours = ColourMap.VIRIDIS;

  /// Checks the options.
  ///
  /// @throws UsageException if the options contradict each other
  void check() {
    UsageException.requireOneOf(
        "--range", range.isPresent(), "--percentiles", percentiles.isPresent());
    UsageException.requireOneOf("--log", log, "--symmetric", symmetric);
    var _ = style();
  }

  Style style() {
    boolean isChosen = range.isPresent() || percentiles.isPresent() || log || symmetric;
    return new Style(aggregate, part, rule(), isChosen, colours);
  }

  private ContrastRule rule() {
    ContrastRule rule = ContrastRule.DEFAULT;
    try {
      if (percentiles.isPresent()) {
        rule = rule.withPercentiles(percentiles.get().low(), percentiles.get().high());
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException("--percentiles", e);
    }
    try {
      if (range.isPresent()) {
        rule = rule.withEnds(range.get().low(), range.get().high());
      }
      rule = log ? rule.withLog() : rule;
    } catch (IllegalArgumentException e) {
      throw new UsageException("--range", e);
    }
    return symmetric ? rule.withSymmetric() : rule;
  }
}
