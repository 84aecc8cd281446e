package io.ndmap.format.json;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/// Escapes all non-ASCII characters and DEL in JSON, as Python's `json.dumps` does. So the output
/// is the same in every locale, and unpaired surrogates in NumPy's text are preserved.
public final class AsciiJsonWriter extends FilterWriter {

  /// @param out receives only ASCII characters
  public AsciiJsonWriter(Writer out) {
    super(out);
  }

  @Override
  public void write(int c) throws IOException {
    if (c < 0x7f) {
      out.write(c);
    } else {
      out.write(String.format(Locale.ROOT, "\\u%04x", c & 0xffff));
    }
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    int from = offset;
    for (int i = offset; i < offset + length; i++) {
      if (text[i] >= 0x7f) {
        out.write(text, from, i - from);
        write(text[i]);
        from = i + 1;
      }
    }
    out.write(text, from, offset + length - from);
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    write(text.toCharArray(), offset, length);
  }
}
