package io.ndmap.grow;

import java.time.Duration;
import java.util.Objects;

/// Options for appending.
///
/// @param durable whether [NpyAppender#append] returns only when the rows, and after them the
///   header, are on the disk: they then survive a crash of the system. Otherwise they survive the
///   death of the process, and a crash of the system only after [NpyAppender#force]; a crash before
///   that may leave a header that counts rows whose data are missing
/// @param timeout the maximum time to wait for another appender of the file to close
/// @param trailing the treatment of bytes that follow the data when the file is opened
public record AppendOptions(boolean durable, Duration timeout, TrailingBytes trailing) {

  /// Appends are not durable, opening does not wait for another appender, and trailing bytes are
  /// refused.
  public static final AppendOptions DEFAULT =
      new AppendOptions(false, Duration.ZERO, TrailingBytes.REFUSE);

  /// Checks the options.
  ///
  /// @throws NullPointerException if the timeout or the treatment is null
  public AppendOptions {
    Objects.requireNonNull(timeout);
    Objects.requireNonNull(trailing);
  }

  /// Returns these options with every append forced to the disk.
  ///
  /// @return the options
  public AppendOptions withDurability() {
    return new AppendOptions(true, timeout, trailing);
  }

  /// Returns these options with a maximum time to wait for another appender.
  ///
  /// @param longest the maximum time
  /// @return the options
  public AppendOptions withTimeout(Duration longest) {
    return new AppendOptions(durable, longest, trailing);
  }

  /// Returns these options with another treatment of bytes that follow the data.
  ///
  /// @param decision the treatment
  /// @return the options
  public AppendOptions withTrailing(TrailingBytes decision) {
    return new AppendOptions(durable, timeout, decision);
  }
}
