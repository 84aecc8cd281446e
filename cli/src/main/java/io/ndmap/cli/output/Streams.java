package io.ndmap.cli.output;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The streams of a command.
///
/// @param out what was asked for
/// @param err errors
/// @param screen where errors go, as it is: for what moves a terminal's cursor
/// @param in what is read for the name `-`
/// @param outIsTerminal whether `out` is a terminal
/// @param errIsTerminal whether `err` is a terminal
public record Streams(
    Output out,
    PrintWriter err,
    PrintWriter screen,
    InputStream in,
    boolean outIsTerminal,
    boolean errIsTerminal) {

  /// Makes errors [Printable].
  ///
  /// @param err where errors go, [Printable]
  public Streams(
      Output out, PrintWriter err, InputStream in, boolean outIsTerminal, boolean errIsTerminal) {
    this(out, new PrintWriter(Printable.writer(err), true), err, in, outIsTerminal, errIsTerminal);
  }

  /// Those of the process.
  public static Streams ofProcess() {
    return new Streams(
        new Output(new FileOutputStream(FileDescriptor.out), unicode(System.out.charset())),
        new PrintWriter(
            new FileOutputStream(FileDescriptor.err), true, unicode(System.err.charset())),
        new FileInputStream(FileDescriptor.in),
        isTerminal(1),
        isTerminal(2));
  }

  /// Where the locale says nothing of an encoding, UTF-8 says more than question marks.
  private static Charset unicode(Charset charset) {
    return charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : charset;
  }

  /// As Linux tells; Java only knows whether input and output both are terminals. Elsewhere nothing
  /// is drawn.
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
