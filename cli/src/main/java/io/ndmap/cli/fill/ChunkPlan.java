package io.ndmap.cli.fill;

import io.ndmap.cli.demo.DemoArray;
import io.ndmap.cli.value.ValueBroadcast;
import io.ndmap.cli.value.ValueParser;
import io.ndmap.fill.SharedFill;

/// The content selected by `--with`, before the array is known.
interface ChunkPlan {

  /// Binds the content to a fill.
  ///
  /// @throws IllegalArgumentException if the array cannot hold the content
  ChunkContent of(SharedFill fill);

  /// Parses the value of `--with`.
  ///
  /// @throws IllegalArgumentException if the text is not a valid value
  static ChunkPlan parse(String text) {
    String value = text.substring(text.indexOf(':') + 1);
    if (text.equals("index")) {
      return IndexContent::of;
    }
    if (text.startsWith("const:")) {
      return fill -> {
        var item = ValueParser.item(fill.spec().dtype(), value);
        return claim -> ValueBroadcast.store(item, claim.view());
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
