package io.ndmap.serve.api;

import io.ndmap.nd.NdView;
import io.ndmap.op.ComplexPart;
import io.ndmap.picture.Aggregate;
import io.ndmap.picture.Cells;
import io.ndmap.picture.ChannelPixels;
import io.ndmap.picture.Overview;
import io.ndmap.picture.Subject;
import io.ndmap.picture.colour.Contrast;
import io.ndmap.picture.colour.Pixels;
import io.ndmap.picture.colour.Png;
import io.ndmap.serve.answer.Call;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/// `/png`: the picture of a selection as a file. It has neither scales nor labels, so it needs no
/// fonts.
final class Pictures {

  /// The default number of pixels along a side.
  private static final int DEFAULT_SIZE = 512;

  /// The maximum number of pixels along a side. A picture takes several times the memory of a tile.
  private static final int MOST = 1024;

  /// The maximum number of channels of an image. The cells of all channels are in memory together.
  private static final int CHANNELS = 4;

  /// The seed of samples, so that equal requests have equal results.
  private static final long SEED = 1;

  private Pictures() {}

  /// The parameter names that pictures and tiles share, and further names.
  static Set<String> parametersAnd(String... others) {
    Set<String> all = new HashSet<>(Selected.parametersAnd(others));
    all.addAll(
        List.of(
            "part",
            "height",
            "width",
            "aggregate",
            "sampled",
            "colours",
            "range",
            "percentiles",
            "log",
            "symmetric"));
    return Set.copyOf(all);
  }

  /// The approximate memory of a picture. The estimate assumes an image of four channels, because
  /// the kind of picture is known only after the file is opened.
  static long memory(Call call) {
    return CHANNELS * Tiles.memory(call, DEFAULT_SIZE);
  }

  /// Computes the result of `/png`.
  static ResultCache.Result png(NdView<?> items, Call call) {
    Subject subject = Subject.of(items, Optional.empty());
    Wishes wishes = Wishes.of(call);
    return switch (subject.kind()) {
      case IMAGE -> image(subject.view(), wishes, call);
      case LINE -> line(subject.view(), wishes, call);
      case HEATMAP, HISTOGRAM -> heatMap(subject.view(), wishes, call);
    };
  }

  /// The parsed request for a picture.
  private record Wishes(
      Palette palette,
      Aggregate aggregate,
      ComplexPart part,
      int height,
      int width,
      boolean isSampled) {

    static Wishes of(Call call) {
      return new Wishes(
          Palette.of(call),
          Parameters.constant(Aggregate.class, call, "aggregate", Aggregate.MEAN),
          Parameters.part(call),
          (int) Parameters.number(call, "height", DEFAULT_SIZE, 1, MOST),
          (int) Parameters.number(call, "width", DEFAULT_SIZE, 1, MOST),
          Parameters.flag(call, "sampled"));
    }

    /// The cells of a plane or a line.
    ///
    /// @throws io.ndmap.serve.answer.Problem with 400 if there are no elements
    Cells cells(NdView<?> plane) {
      Overview overview = Overview.of(plane, part);
      Cells cells =
          isSampled ? overview.sample(height, width, SEED).cells() : overview.cells(height, width);
      Palette.requireItems(cells);
      return cells;
    }

    /// Enlarges a small picture by a whole number, so that each cell becomes a square of pixels.
    Pixels enlarged(Pixels pixels) {
      int times = Math.max(1, Math.min(height / pixels.rows(), width / pixels.columns()));
      return pixels.resized(times * pixels.rows(), times * pixels.columns());
    }
  }

  private static ResultCache.Result heatMap(NdView<?> plane, Wishes wishes, Call call) {
    Cells cells = wishes.cells(plane);
    return result(cells, wishes.enlarged(wishes.palette().pixels(cells, wishes.aggregate())), call);
  }

  private static ResultCache.Result line(NdView<?> line, Wishes wishes, Call call) {
    Cells cells = wishes.cells(line);
    Pixels band = new LinePixels(cells, wishes.palette().rule(), wishes.height()).pixels();
    int times = Math.max(1, wishes.width() / band.columns());
    return result(cells, band.resized(band.rows(), times * band.columns()), call);
  }

  private static ResultCache.Result image(NdView<?> image, Wishes wishes, Call call) {
    List<Cells> channels =
        LongStream.range(0, image.size(2))
            .mapToObj(channel -> wishes.cells(image.index(2, channel)))
            .toList();
    Contrast brightness =
        wishes.palette().rule().ends().isPresent()
            ? wishes.palette().rule().of()
            : ChannelPixels.brightness(
                image.dtype(), extreme(channels, false), extreme(channels, true));
    Pixels pixels = new ChannelPixels(channels, wishes.aggregate(), brightness).pixels();
    return result(channels.getFirst(), wishes.enlarged(pixels), call);
  }

  /// The minimum or maximum finite number of all channels, NaN if there is none.
  private static double extreme(List<Cells> channels, boolean largest) {
    return channels.stream()
        .mapToDouble(largest ? Cells::max : Cells::min)
        .filter(Double::isFinite)
        .reduce(largest ? Math::max : Math::min)
        .orElse(Double.NaN);
  }

  private static ResultCache.Result result(Cells cells, Pixels pixels, Call call) {
    Map<String, String> headers = new HashMap<>();
    headers.put("X-Sampled", Double.toString(cells.share()));
    headers.put("Content-Disposition", DataRoute.attachment(Selected.path(call), ".png"));
    return new ResultCache.Result("image/png", headers, Png.of(pixels));
  }
}
