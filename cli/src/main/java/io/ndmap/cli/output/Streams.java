package io.ndmap.cli.output;

import java.io.Console;
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
/// @param out the standard output
/// @param err the standard error
/// @param screen the standard error without escaping, for moving a terminal's cursor
/// @param in the standard input, named `-`
/// @param outIsTerminal whether `out` is a terminal
/// @param errIsTerminal whether `err` is a terminal
public record Streams(
    Output out,
    PrintWriter err,
    PrintWriter screen,
    InputStream in,
    boolean outIsTerminal,
    boolean errIsTerminal) {

  /// Creates streams that escape error messages for their destination.
  ///
  /// @param err the destination of error messages, without escaping
  /// @param errCharset the encoding of `err`
  public Streams(
      Output out,
      PrintWriter err,
      Charset errCharset,
      InputStream in,
      boolean outIsTerminal,
      boolean errIsTerminal) {
    this(
        out,
        new PrintWriter(Printable.writer(err, errCharset, errIsTerminal), true),
        err,
        in,
        outIsTerminal,
        errIsTerminal);
  }

  /// Returns the streams of the process. Text for files and pipes is UTF-8 in every locale.
  public static Streams ofProcess() {
    boolean outIsTerminal = isTerminal(1);
    boolean errIsTerminal = isTerminal(2);
    Charset errCharset = charset(System.err.charset(), errIsTerminal);
    return new Streams(
        new Output(
            new FileOutputStream(FileDescriptor.out),
            charset(System.out.charset(), outIsTerminal),
            outIsTerminal),
        new PrintWriter(new FileOutputStream(FileDescriptor.err), true, errCharset),
        errCharset,
        new FileInputStream(FileDescriptor.in),
        outIsTerminal,
        errIsTerminal);
  }

  /// Returns the encoding of a stream: UTF-8 if the locale does not define a terminal's encoding.
  private static Charset charset(Charset ofLocale, boolean isTerminal) {
    return !isTerminal || ofLocale.equals(StandardCharsets.US_ASCII)
        ? StandardCharsets.UTF_8
        : ofLocale;
  }

  /// Whether a descriptor is a terminal, according to Linux. On other systems Java can only tell
  /// whether both input and output are terminals.
  @SuppressWarnings("SystemConsoleNull") // it is null with -Djdk.console=java.base
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      Console console = System.console();
      return console != null && console.isTerminal();
    }
  }
}
