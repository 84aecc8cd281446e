package io.ndmap.dtype;

/// The units of `datetime64` and `timedelta64`.
public enum TimeUnit {
  /// Years; datetimes count from 1970.
  YEAR("Y"),
  /// Months; datetimes count from January 1970.
  MONTH("M"),
  /// Weeks of seven days.
  WEEK("W"),
  /// Days.
  DAY("D"),
  /// Hours.
  HOUR("h"),
  /// Minutes.
  MINUTE("m"),
  /// Seconds.
  SECOND("s"),
  /// 10⁻³ seconds.
  MILLISECOND("ms"),
  /// 10⁻⁶ seconds.
  MICROSECOND("us"),
  /// 10⁻⁹ seconds.
  NANOSECOND("ns"),
  /// 10⁻¹² seconds.
  PICOSECOND("ps"),
  /// 10⁻¹⁵ seconds.
  FEMTOSECOND("fs"),
  /// 10⁻¹⁸ seconds.
  ATTOSECOND("as"),
  /// No unit: the ticks have no meaning (`<M8`).
  GENERIC("");

  private final String code;

  TimeUnit(String code) {
    this.code = code;
  }

  /// NumPy's abbreviation, as in `<M8[ns]`.
  ///
  /// @return the abbreviation, empty for [#GENERIC]
  public String code() {
    return code;
  }
}
