package io.ndmap.cli.fill;

import io.ndmap.cli.demo.DemoArray;
import io.ndmap.cli.value.Broadcast;
import io.ndmap.cli.value.ValueParser;
import io.ndmap.fill.SharedFill;

/// What to write, before it is known into what: the argument of `--with`.
interface ChunkPlan {

  /// Sees whether an array can hold it.
  ///
  /// @throws IllegalArgumentException if it cannot
  ChunkContent of(SharedFill fill);

  /// Reads the text of `--with`.
  ///
  /// @throws IllegalArgumentException if it means nothing
  static ChunkPlan parse(String text) {
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
