package io.ndmap.cli.fill;

import io.ndmap.cli.demo.DemoArray;
import io.ndmap.cli.value.Broadcast;
import io.ndmap.cli.value.ValueParser;
import io.ndmap.fill.Claim;
import io.ndmap.fill.SharedFill;
import java.io.IOException;

/// The source of a worker's chunks. For many threads at once.
interface ChunkContent {

  /// Writes all of a chunk.
  ///
  /// @throws ChunkFailure if this chunk cannot be made now, while others may
  /// @throws IOException if no chunk can
  /// @throws InterruptedException if the thread is interrupted
  void write(Claim claim) throws ChunkFailedException, IOException, InterruptedException;

  /// Has those end soon that are at work, by an exception or without one.
  default void stop() {}

  /// What to write, before it is known into what.
  interface Plan {

    /// Sees whether an array can hold it.
    ///
    /// @throws IllegalArgumentException if it cannot
    ChunkContent of(SharedFill fill);
  }

  /// Reads the text of `--with`.
  ///
  /// @throws IllegalArgumentException if it means nothing
  static Plan parse(String text) {
    String value = text.substring(text.indexOf(':') + 1);
    if (text.equals("index")) {
      return IndexContent::of;
    }
    if (text.startsWith("const:")) {
      return fill -> {
        var item = ValueParser.item(fill.spec().dtype(), value);
        return claim -> Broadcast.store(item, claim.view());
      };
    }
    if (text.startsWith("cmd:") && !value.isBlank()) {
      return fill -> new ProgramContent(value, fill);
    }
    if (text.equals(DemoArray.CONTENT)) {
      return _ -> DemoArray::write;
    }
    throw new IllegalArgumentException(
        "'" + text + "' is none of index, const:VALUE and cmd:PROGRAM");
  }
}
