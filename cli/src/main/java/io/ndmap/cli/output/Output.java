package io.ndmap.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The standard output of the command. Unlike a `PrintStream`, it is buffered, can retract the last
/// text, and reports write errors. Files and pipes receive the text unchanged; terminals receive it
/// through [Printable#screen]. A character that the encoding lacks is escaped, never replaced.
public final class Output extends Writer {

  /// The maximum number of characters in the buffer, which is also the maximum that can be
  /// retracted.
  private static final int BUFFER = 1 << 16;

  private final OutputStream target;
  private final CharsetEncoder encoder;
  private final boolean isTerminal;
  private final StringBuilder pending = new StringBuilder();

  /// The length of `pending` when [#begin] was called; -1 if text was flushed since then.
  private int begin;

  private @Nullable OutputException failure;

  /// An output to a file or a pipe in UTF-8.
  public Output(OutputStream target) {
    this(target, StandardCharsets.UTF_8, false);
  }

  /// @param isTerminal whether text is escaped for a terminal
  public Output(OutputStream target, Charset charset, boolean isTerminal) {
    this.target = target;
    this.encoder = charset.newEncoder();
    this.isTerminal = isTerminal;
  }

  /// Marks the position to which [#retract] returns.
  public void begin() {
    begin = pending.length();
  }

  /// Drops the text written since [#begin]. If part of this text was already flushed, ends its line
  /// instead.
  public void retract() throws IOException {
    if (begin >= 0) {
      pending.setLength(begin);
    } else {
      write("\n");
    }
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    requireWorking();
    pending.append(text, offset, length);
    if (pending.length() >= BUFFER) {
      drain();
    }
  }

  @Override
  public void flush() throws IOException {
    requireWorking();
    drain();
    try {
      target.flush();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Writes a terminal's control sequence after all text written before.
  public void control(String sequence) throws IOException {
    flush();
    send(sequence);
  }

  /// Writes the buffered text. The target stays open.
  ///
  /// @throws OutputException if this text, or any text before it, could not be written
  @Override
  public void close() throws IOException {
    flush();
    // The buffer may still contain the first half of a surrogate pair, which `flush` keeps.
    send(isTerminal ? Printable.screen(pending.toString()) : pending.toString());
    pending.setLength(0);
  }

  /// Returns the output as a stream of bytes, with the same reporting of errors.
  public OutputStream bytes() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        Output.this.flush();
        try {
          target.write(bytes, offset, length);
        } catch (IOException e) {
          throw failed(e);
        }
      }
    };
  }

  private void drain() throws IOException {
    if (pending.isEmpty()) {
      return;
    }
    // Do not split a surrogate pair: the encoder needs both halves.
    int end =
        pending.length()
            - (Character.isHighSurrogate(pending.charAt(pending.length() - 1)) ? 1 : 0);
    String text = pending.substring(0, end);
    pending.delete(0, end);
    begin = -1;
    send(isTerminal ? Printable.screen(text) : text);
  }

  private void send(String text) throws IOException {
    try {
      target.write(Printable.encodable(text, encoder).getBytes(encoder.charset()));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void requireWorking() throws OutputException {
    if (failure != null) {
      throw failure;
    }
  }

  private OutputException failed(IOException cause) {
    pending.setLength(0);
    failure = new OutputException(cause);
    return failure;
  }
}
