package io.ndmap.cli.view;

import io.ndmap.picture.Cells;
import io.ndmap.picture.figure.Facts;
import java.util.List;

/// The statistics of all channels of an image.
///
/// @param channels the cells of each channel, at least one
record ChannelFacts(List<Cells> channels) {

  Facts facts() {
    double min = Double.NaN;
    double max = Double.NaN;
    double mean = Double.NaN;
    long count = 0;
    long nan = 0;
    long infinite = 0;
    for (Cells cells : channels) {
      nan += cells.nan();
      infinite += cells.infinite();
      if (cells.count() > 0) {
        boolean first = count == 0;
        count += cells.count();
        double weight = (double) cells.count() / count;
        min = first ? cells.min() : Math.min(min, cells.min());
        max = first ? cells.max() : Math.max(max, cells.max());
        mean = first ? cells.mean() : mean * (1 - weight) + cells.mean() * weight;
      }
    }
    return new Facts(min, max, mean, nan, infinite, channels.getFirst().share());
  }
}
