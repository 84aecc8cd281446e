package io.ndmap.benchmarks.race;

import java.util.Locale;

/// A speed that ndmap has to reach in a row.
///
/// @param than the contender that ndmap is compared with
/// @param least the minimum of the other contender's time divided by ndmap's; for [Than#CLOCK], the
///   maximum of ndmap's time in nanoseconds
record Requirement(Than than, double least) {

  /// The contender that ndmap is compared with.
  enum Than {
    /// numpy.
    NUMPY("numpy"),
    /// The C floor.
    C("c"),
    /// The handwritten loop over a segment, [FfmLoops].
    FFM("ffm"),
    /// ndmap itself on one thread.
    ONE_THREAD(OneThread.NAME),
    /// No contender, but a fixed time.
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

  /// Returns whether the requirement is met.
  ///
  /// @param ours ndmap's time in nanoseconds
  /// @param theirs the other contender's time in nanoseconds; ignored for [Than#CLOCK]
  /// @return whether ndmap is fast enough
  boolean isMet(double ours, double theirs) {
    return than == Than.CLOCK ? ours <= least : theirs / ours >= least;
  }

  /// Returns the requirement as the table shows it.
  @Override
  public String toString() {
    return than == Than.CLOCK
        ? String.format(Locale.ROOT, "≤ %.0f ns", least)
        : String.format(Locale.ROOT, "≥ %.2f %s", least, than.contender());
  }
}
