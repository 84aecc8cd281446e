package io.ndmap.cli.csv;

import io.ndmap.format.csv.CsvException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/// Decodes CSV text, drops a byte order mark, and terminates the last line. Undecodable bytes are
/// reported only after all text before them has been read. Records that are too long are rejected.
final class RecordReader extends Reader {

  /// The maximum length of a record in characters. Without this limit, an unclosed quote would fill
  /// the heap.
  static final int MAX_RECORD = 1 << 26;

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).limit(0);
  private final CharBuffer chars = CharBuffer.allocate(BUFFER).limit(0);
  private CoderResult state = CoderResult.UNDERFLOW;
  private boolean atBegin = true;
  private boolean atEnd;

  /// The last character that was returned.
  private char last = '\n';

  /// The number of characters that were returned since [#begin].
  private long ofRecord;

  RecordReader(InputStream in, Charset charset) {
    this.in = in;
    this.decoder = charset.newDecoder();
  }

  /// Starts to count the characters of a record. Some of them may already have been read.
  void begin() {
    ofRecord = 0;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    while (!chars.hasRemaining()) {
      if (atEnd) {
        return end(target, offset);
      }
      fill();
    }
    int count = Math.min(length, chars.remaining());
    chars.get(target, offset, count);
    last = target[offset + count - 1];
    ofRecord += count;
    if (ofRecord > MAX_RECORD) {
      throw new CsvException(
          "a row of more than " + MAX_RECORD + " characters, or a quote that is never closed");
    }
    return count;
  }

  private int end(char[] target, int offset) {
    if (last == '\n' || last == '\r') {
      return -1;
    }
    last = '\n';
    target[offset] = last;
    return 1;
  }

  private void fill() throws IOException {
    if (state.isError()) {
      throw new CsvException(
          "bytes that are not " + decoder.charset().name() + "; --charset names the encoding");
    }
    bytes.compact();
    int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
    bytes.position(bytes.position() + Math.max(0, count)).flip();
    chars.clear();
    state = decoder.decode(bytes, chars, count < 0);
    atEnd = count < 0 && state.isUnderflow();
    chars.flip();
    if (atBegin && chars.hasRemaining()) {
      atBegin = false;
      if (chars.get(chars.position()) == '\ufeff') {
        chars.get();
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
