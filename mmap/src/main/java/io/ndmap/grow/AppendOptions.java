package io.ndmap.grow;

import java.time.Duration;
import java.util.Objects;

/// Options for appending.
///
/// @param durable whether [NpyAppender#append] returns only when the rows, and after them the
///   header, are on the disk: then they outlast a crash of the system. Otherwise they outlast the
///   death of the process, and a crash of the system only after [NpyAppender#force]; a crash before
///   that may leave a header that counts rows whose data are not there
/// @param patience how long to wait for another appender of the file to end
/// @param trailing what becomes of bytes that follow the data when the file is opened
public record AppendOptions(boolean durable, Duration patience, TrailingBytes trailing) {

  /// Not durable, no wait, and trailing bytes are refused.
  public static final AppendOptions DEFAULT =
      new AppendOptions(false, Duration.ZERO, TrailingBytes.REFUSE);

  /// Checks what was given.
  public AppendOptions {
    Objects.requireNonNull(patience);
    Objects.requireNonNull(trailing);
  }

  /// The same with every append forced to the disk.
  ///
  /// @return the options
  public AppendOptions withDurability() {
    return new AppendOptions(true, patience, trailing);
  }

  /// The same with a wait for another appender.
  ///
  /// @param longest how long
  /// @return the options
  public AppendOptions withPatience(Duration longest) {
    return new AppendOptions(durable, longest, trailing);
  }

  /// The same with another decision about bytes that follow the data.
  ///
  /// @param decision what becomes of them
  /// @return the options
  public AppendOptions withTrailing(TrailingBytes decision) {
    return new AppendOptions(durable, patience, decision);
  }
}
