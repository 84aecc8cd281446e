package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.output.Streams;
import io.ndmap.testing.ChildJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The command, run in this JVM or in one of its own.
///
/// @param exit its exit code
/// @param out what it printed
/// @param err its errors
record Cli(int exit, String out, String err) {

  private static final int NESTING_LIMIT = 10_000;

  static Cli run(Object... args) {
    return run(false, args);
  }

  /// Runs it with output and errors that go to a terminal.
  static Cli runOnTerminal(Object... args) {
    return run(true, args);
  }

  private static Cli run(boolean terminal, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StringWriter err = new StringWriter();
    int exit = run(out, err, terminal, args);
    return new Cli(exit, out.toString(UTF_8), err.toString());
  }

  static int run(OutputStream out, StringWriter err, boolean terminal, Object... args) {
    return runOn(InputStream.nullInputStream(), out, err, terminal, args);
  }

  /// Runs it with bytes on its standard input.
  static int runOn(
      InputStream in, OutputStream out, StringWriter err, boolean terminal, Object... args) {
    Streams streams =
        new Streams(
            new Output(out, UTF_8, terminal),
            new PrintWriter(err, true),
            UTF_8,
            in,
            terminal,
            terminal);
    return Main.run(streams, Arrays.stream(args).map(Object::toString).toArray(String[]::new));
  }

  List<String> lines() {
    return out.lines().toList();
  }

  /// The only line, as JSON.
  JsonObject json() {
    return json(out).getAsJsonObject();
  }

  static JsonElement json(String text) {
    JsonReader reader = new JsonReader(new StringReader(text));
    reader.setStrictness(Strictness.LEGACY_STRICT);
    reader.setNestingLimit(NESTING_LIMIT);
    return JsonParser.parseReader(reader);
  }

  /// A command line that runs it in a JVM of its own.
  static List<String> command(List<String> jvmOptions, Object... args) {
    List<String> flags = new ArrayList<>(List.of(ChildJvm.NATIVE));
    flags.addAll(jvmOptions);
    return ChildJvm.command(flags, Main.class, args);
  }

  /// A `.npy` file of version 1.0.
  static Path npy(Path file, String descr, String shape, byte[] data) throws IOException {
    String header = "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }";
    header += " ".repeat(63 - (10 + header.length()) % 64) + "\n";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    bytes.write(header.length());
    bytes.write(header.length() >> 8);
    bytes.writeBytes(header.getBytes(UTF_8));
    bytes.writeBytes(data);
    return Files.write(file, bytes.toByteArray());
  }
}
