package io.ndmap.cli.view;

import io.ndmap.dtype.TimeType;
import io.ndmap.nd.NdView;
import io.ndmap.picture.Aggregate;
import io.ndmap.picture.Cells;
import io.ndmap.picture.ChannelPixels;
import io.ndmap.picture.ImageOverview;
import io.ndmap.picture.Kind;
import io.ndmap.picture.Overview;
import io.ndmap.picture.Subject;
import io.ndmap.picture.colour.Colouring;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.ContrastRule;
import io.ndmap.picture.figure.Caption;
import io.ndmap.picture.figure.Envelope;
import io.ndmap.picture.figure.Facts;
import io.ndmap.picture.figure.Figure;
import io.ndmap.picture.figure.Grid;
import io.ndmap.picture.figure.GridSize;
import io.ndmap.picture.figure.HeatMap;
import io.ndmap.picture.figure.ImageFigure;
import io.ndmap.picture.figure.ItemAxis;
import io.ndmap.picture.figure.LineChart;
import io.ndmap.picture.figure.ValueScale;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Draws the figure of a subject, from all of its elements or from a sample.
///
/// @param subject the subject
/// @param origins the origins of the axes of the array from which the subject was selected
/// @param style the options for how to show numbers
/// @param title the name of the array
/// @param detail a description of the drawn part of the array
record Drawing(
    Subject subject, List<AxisOrigin> origins, Style style, String title, String detail) {

  /// A fixed seed, so that pictures are reproducible.
  private static final long SEED = 44;

  /// Rejects a histogram of times and, unless only a sample is drawn, one that cannot be computed
  /// over all elements. Called before the figure of a sample is shown, so that the command does not
  /// fail at the exact figure afterwards.
  ///
  /// @param sampled whether only a sample is drawn
  /// @throws io.ndmap.dtype.DTypeException if a histogram of such elements is not possible
  void check(boolean sampled) {
    if (subject.kind() == Kind.HISTOGRAM) {
      histogram().check(sampled);
    }
  }

  private HistogramDrawing histogram() {
    return new HistogramDrawing(subject.view(), style, title, detail);
  }

  /// Draws the figure.
  ///
  /// @param resolution the resolution of the target
  /// @param sampled whether random blocks are read instead of all elements
  Figure figure(Resolution resolution, boolean sampled) {
    return switch (subject.kind()) {
      case HEATMAP -> heatMap(resolution, sampled);
      case LINE -> line(resolution, sampled);
      case IMAGE -> image(resolution, sampled);
      case HISTOGRAM -> histogram().figure(resolution.bins(), sampled);
    };
  }

  private Cells cells(NdView<?> plane, int rows, int columns, boolean sampled) {
    Overview overview = Overview.of(plane, style.part());
    return sampled ? overview.sample(rows, columns, SEED).cells() : overview.cells(rows, columns);
  }

  /// The labelled axis of the figure for an axis of the subject's view.
  private ItemAxis axis(int place) {
    int axis = subject.axes().get(place);
    return origins.get(axis).labelled(subject.view().size(place));
  }

  /// Returns the scale of the values. Times keep their dtype, unless the statistic of a cell is not
  /// a time.
  private ValueScale scale(String name) {
    boolean isTime = style.aggregate() != Aggregate.STD && style.aggregate() != Aggregate.COUNT_NAN;
    return isTime && subject.view().dtype() instanceof TimeType time
        ? ValueScale.ofTimes(name, time, 0)
        : ValueScale.ofNumbers(name);
  }

  private String aggregateName() {
    return switch (style.aggregate()) {
      case MEAN -> "mean";
      case MIN -> "min";
      case MAX -> "max";
      case STD -> "std";
      case COUNT_NAN -> "NaN in a cell";
    };
  }

  private Caption caption(Facts facts) {
    return new Caption(title, detail, facts);
  }

  private static Facts facts(Cells cells) {
    return new Facts(
        cells.min(), cells.max(), cells.mean(), cells.nan(), cells.infinite(), cells.share());
  }

  // ---- heat maps

  private Figure heatMap(Resolution resolution, boolean sampled) {
    ItemAxis rows = axis(0);
    ItemAxis columns = axis(1);
    GridSize size = resolution.cells(rows, columns);
    Cells cells = cells(subject.view(), size.rows(), size.columns(), sampled);
    double[] values = new double[cells.rows() * cells.columns()];
    for (int k = 0; k < values.length; k++) {
      values[k] = shown(cells, k / cells.columns(), k % cells.columns());
    }
    Contrast contrast = style.contrast().of(values);
    return new HeatMap(
        caption(facts(cells)),
        rows,
        columns,
        new Grid(cells.rows(), cells.columns(), values),
        new Colouring(style.colours(), contrast),
        scale(aggregateName()));
  }

  /// Returns the value shown for a cell. A cell without a finite number shows infinity if it
  /// contains an infinity, otherwise NaN.
  private double shown(Cells cells, int row, int column) {
    double value = cells.value(style.aggregate(), row, column);
    return Double.isNaN(value) && cells.infinite(row, column) > 0
        ? Double.POSITIVE_INFINITY
        : value;
  }

  // ---- lines

  private Figure line(Resolution resolution, boolean sampled) {
    ItemAxis items = axis(0);
    Cells cells = cells(subject.view(), 1, resolution.parts(), sampled);
    double[][] values = new double[3][cells.columns()];
    Aggregate[] shown = {Aggregate.MIN, Aggregate.MEAN, Aggregate.MAX};
    for (int k = 0; k < shown.length; k++) {
      for (int column = 0; column < cells.columns(); column++) {
        values[k][column] = cells.value(shown[k], 0, column);
      }
    }
    Envelope envelope = new Envelope(values[0], values[1], values[2]);
    Caption caption = caption(facts(cells));
    ValueScale scale = scale("value");
    ContrastRule rule = style.contrast();
    if (rule.ends().isEmpty() && !rule.log() && !rule.symmetric()) {
      return new LineChart(caption, items, envelope, scale);
    }
    double[] ends = new double[2 * cells.columns()];
    System.arraycopy(values[0], 0, ends, 0, cells.columns());
    System.arraycopy(values[2], 0, ends, cells.columns(), cells.columns());
    ContrastRule range = rule.ends().isEmpty() ? rule.withPercentiles(0, 100) : rule;
    return new LineChart(caption, items, envelope, range.of(ends), scale);
  }

  // ---- images

  private Figure image(Resolution resolution, boolean sampled) {
    ItemAxis rows = axis(0);
    ItemAxis columns = axis(1);
    GridSize size = resolution.cells(rows, columns);
    ImageOverview overview = ImageOverview.of(subject.view(), style.part());
    List<Cells> channels =
        sampled
            ? overview.sample(size.rows(), size.columns(), SEED)
            : overview.cells(size.rows(), size.columns());
    List<Cells> colours = channels.subList(0, 3);
    return new ImageFigure(
        caption(new ChannelFacts(channels).facts()),
        rows,
        columns,
        new ChannelPixels(
                channels, style.aggregate(), brightness(colours), opacity(channels.getLast()))
            .pixels());
  }

  /// Returns the default contrast of the dtype, or the requested contrast computed from all three
  /// colours together.
  private Contrast brightness(List<Cells> colours) {
    if (!style.isContrastChosen()) {
      Facts facts = new ChannelFacts(colours).facts();
      return ChannelPixels.brightness(subject.view().dtype(), facts.min(), facts.max());
    }
    return style.contrast().of(colours.stream().flatMapToDouble(this::shown).toArray());
  }

  private DoubleStream shown(Cells cells) {
    return IntStream.range(0, cells.rows() * cells.columns())
        .mapToDouble(k -> cells.value(style.aggregate(), k / cells.columns(), k % cells.columns()));
  }

  /// The contrast of the opacity channel. It does not depend on the requested contrast of the
  /// colours.
  private Contrast opacity(Cells last) {
    return ChannelPixels.brightness(subject.view().dtype(), Math.min(0, last.min()), last.max());
  }

  /// Whether a sample of the subject can be drawn.
  boolean hasSample() {
    return subject.kind() != Kind.HISTOGRAM || subject.view().rank() <= 2;
  }
}
