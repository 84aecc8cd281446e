package io.ndmap.cli;

import io.ndmap.cli.output.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The manual page `ndmap(1)`, generated from the same model as the texts of `--help`.
///
/// Run only while packages are built, see `dist/README.md`.
final class ManPage {

  /// A width in characters that exceeds the width of any synopsis, so that the pager breaks the
  /// lines.
  private static final int ONE_LINE = 10_000;

  private final List<String> lines = new ArrayList<>();

  private ManPage() {}

  /// Writes the manual page.
  ///
  /// @param args the file to write
  public static void main(String[] args) throws IOException {
    CommandLine whole = Main.commandLine(new NdmapCommand(Streams.ofProcess()));
    Files.writeString(Path.of(args[0]), of(whole));
  }

  /// The page in roff format, with all commands in sequence.
  static String of(CommandLine whole) {
    ManPage page = new ManPage();
    CommandSpec spec = whole.getCommandSpec();
    page.lines.add(".TH NDMAP 1 \"\" \"" + text(spec.version()[0]) + "\" \"User Commands\"");
    page.lines.add(".SH NAME");
    page.lines.add("ndmap \\- map NumPy's .npy files and .npz archives into memory");
    page.lines.add(".SH SYNOPSIS");
    page.synopsis(whole);
    page.lines.add(".SH DESCRIPTION");
    page.paragraphs(spec.usageMessage().description());
    page.lines.add(".SH OPTIONS");
    page.options(spec.options());
    page.lines.add(".SH COMMANDS");
    page.commands(whole);
    page.lines.add(".SH EXIT STATUS");
    spec.usageMessage().exitCodeList().forEach((code, meaning) -> page.item(code, meaning));
    page.lines.add(".SH ENVIRONMENT");
    page.item("NDMAP_JAVA_OPTS", "additional flags for the JVM, separated by spaces");
    return String.join("\n", page.lines) + "\n";
  }

  private void commands(CommandLine parent) {
    for (CommandLine command : parent.getSubcommands().values()) {
      UsageMessageSpec usage = command.getCommandSpec().usageMessage();
      if (!usage.hidden()) {
        lines.add(".SS " + text(command.getCommandSpec().qualifiedName()));
        synopsis(command);
        paragraphs(usage.description());
        positionals(command.getCommandSpec().positionalParameters());
        options(
            command.getCommandSpec().options().stream()
                .filter(option -> !option.inherited() && !option.usageHelp())
                .filter(option -> !option.versionHelp())
                .toList());
        footer(usage.footer());
        commands(command);
      }
    }
  }

  private void synopsis(CommandLine command) {
    Help help = new Help(command.getCommandSpec(), Help.defaultColorScheme(Ansi.OFF));
    command.getCommandSpec().usageMessage().width(ONE_LINE);
    lines.add(".PP");
    lines.add("\\fB" + text(help.synopsis(0).strip()) + "\\fR");
  }

  private void paragraphs(String... texts) {
    for (String text : texts) {
      lines.add(".PP");
      lines.add(text(plain(text)));
    }
  }

  private void positionals(Collection<PositionalParamSpec> positionals) {
    positionals.stream()
        .filter(positional -> !positional.hidden())
        .forEach(positional -> item(positional.paramLabel(), joined(positional.description())));
  }

  private void options(Collection<OptionSpec> options) {
    options.stream()
        .filter(option -> !option.hidden())
        .forEach(
            option -> {
              String label = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
              item(String.join(", ", option.names()) + label, joined(option.description()));
            });
  }

  private void item(String term, String meaning) {
    lines.add(".TP");
    lines.add("\\fB" + text(term) + "\\fR");
    lines.add(text(meaning));
  }

  /// Writes examples and tables with their line breaks.
  private void footer(String... texts) {
    List<String> all = Stream.of(texts).flatMap(text -> plain(text).lines()).toList();
    if (!all.isEmpty()) {
      lines.add(".PP");
      lines.add(".nf");
      all.forEach(line -> lines.add(text(line)));
      lines.add(".fi");
    }
  }

  /// Returns the plain text of a description, in which, as picocli requires, `%%` stands for `%`
  /// and `%n` for the end of a line.
  private static String plain(String text) {
    return text.replace("%n", "\n").replace("%%", "%");
  }

  private static String joined(String... texts) {
    return plain(String.join(" ", texts));
  }

  /// Escapes text so that roff prints it literally.
  private static String text(String plain) {
    String escaped = plain.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti");
    escaped = escaped.replace("^", "\\(ha").replace("`", "\\(ga");
    // At the start of a line, these characters would begin a roff request.
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
