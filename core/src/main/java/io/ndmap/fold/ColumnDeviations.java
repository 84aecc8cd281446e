package io.ndmap.fold;

/// Sums and squared deviations of doubles down the columns of a table with consecutive rows: what
/// [Deviations] are of one column.
///
/// Rows are taken in chunks, twice each: their sums first, by [Columns], then the squares of their
/// distances from the chunk's means. Chunks are merged by Chan, Golub and LeVeque's formula, so
/// that no large squares cancel.
public final class ColumnDeviations {

  private final int width;
  private final Columns sums;
  private final double[] chunkMeans;
  private final double[] chunkSquares;
  private final double[] means;
  private final double[] squares;
  private long count;
  private int chunk;

  /// @param width how many columns
  public ColumnDeviations(int width) {
    this.width = width;
    this.sums = new Columns(width);
    this.chunkMeans = new double[width];
    this.chunkSquares = new double[width];
    this.means = new double[width];
    this.squares = new double[width];
  }

  /// What takes the rows of a chunk first, [Columns#CHUNK] of them or, at the end, fewer.
  ///
  /// @return the sums of all rows
  public Columns sums() {
    return sums;
  }

  /// The chunk's rows have been summed, and come once more.
  ///
  /// @param rows how many there are, at least 1
  public void begin(int rows) {
    chunk = rows;
    double[] ended = sums.last();
    double[] to = chunkMeans;
    for (int j = 0; j < to.length; j++) {
      to[j] = ended[j] / rows;
    }
  }

  /// Takes the squared distances of a row.
  ///
  /// @param row of the chunk
  public void add(double[] row) {
    double[] from = chunkMeans;
    double[] to = chunkSquares;
    for (int j = 0; j < to.length; j++) {
      double distance = row[j] - from[j];
      to[j] += distance * distance;
    }
  }

  /// The chunk's rows have come twice.
  public void end() {
    long total = count + chunk;
    double weight = (double) count * chunk / total;
    double share = (double) chunk / total;
    boolean first = count == 0;
    for (int j = 0; j < width; j++) {
      double more = chunkSquares[j];
      double mean = chunkMeans[j];
      chunkSquares[j] = 0;
      if (first) {
        // Merged with nothing, large means would overflow the formula below.
        means[j] = mean;
        squares[j] = more;
      } else {
        double delta = mean - means[j];
        squares[j] += more + delta * delta * weight;
        means[j] += delta * share;
      }
    }
    count = total;
  }

  /// How many rows there are.
  ///
  /// @return the count
  public long count() {
    return count;
  }

  /// The sum of squared deviations of a column.
  ///
  /// @return NaN if a number of it is NaN or infinite
  public double squares(int column) {
    return squares[column];
  }
}
