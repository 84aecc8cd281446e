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
public record AppendOptions(boolean durable, Duration patience) {

  /// Not durable, and no wait.
  public static final AppendOptions DEFAULT = new AppendOptions(false, Duration.ZERO);

  /// Checks what was given.
  public AppendOptions {
    Objects.requireNonNull(patience);
  }

  /// The same with every append forced to the disk.
  ///
  /// @return the options
  public AppendOptions withDurability() {
    return new AppendOptions(true, patience);
  }

  /// The same with a wait for another appender.
  ///
  /// @param longest how long
  /// @return the options
  public AppendOptions withPatience(Duration longest) {
    return new AppendOptions(durable, longest);
  }
}
