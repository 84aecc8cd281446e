package io.ndmap.benchmarks.race;

import java.util.Locale;

/// The ratio that ndmap has to reach in a row.
///
/// @param than who it is compared with
/// @param least their time divided by ndmap's must be at least this; for [Than#CLOCK], the most
///   nanoseconds that ndmap may take
record Requirement(Than than, double least) {

  /// The contender that ndmap is compared with.
  enum Than {
    /// numpy.
    NUMPY("numpy"),
    /// The C floor.
    C("c"),
    /// The raw loop over a segment.
    FFM("ffm"),
    /// ndmap itself on one thread.
    ONE_THREAD(OneThread.NAME),
    /// Nobody: a time is given.
    CLOCK("");

    private final String contender;

    Than(String contender) {
      this.contender = contender;
    }

    String contender() {
      return contender;
    }
  }

  static Requirement numpy(double least) {
    return new Requirement(Than.NUMPY, least);
  }

  static Requirement c(double least) {
    return new Requirement(Than.C, least);
  }

  static Requirement ffm(double least) {
    return new Requirement(Than.FFM, least);
  }

  static Requirement oneThread(double least) {
    return new Requirement(Than.ONE_THREAD, least);
  }

  static Requirement nanos(double most) {
    return new Requirement(Than.CLOCK, most);
  }

  /// Whether it is met.
  ///
  /// @param ours nanoseconds that ndmap took
  /// @param theirs nanoseconds that the other took; of no account for [Than#CLOCK]
  /// @return whether ndmap is fast enough
  boolean isMet(double ours, double theirs) {
    return than == Than.CLOCK ? ours <= least : theirs / ours >= least;
  }

  /// As it stands in the table.
  @Override
  public String toString() {
    return than == Than.CLOCK
        ? String.format(Locale.ROOT, "≤ %.0f ns", least)
        : String.format(Locale.ROOT, "≥ %.2f %s", least, than.contender());
  }
}
