package io.ndmap.cli;

import io.ndmap.cli.output.Streams;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// All commands as picocli knows them, for tests that every command must pass.
final class CommandTree {

  private CommandTree() {}

  /// The whole command first, then commands, each group before its members.
  static Stream<CommandSpec> all() {
    return below(Main.commandLine(new NdmapCommand(Streams.ofProcess())).getCommandSpec());
  }

  private static Stream<CommandSpec> below(CommandSpec command) {
    return Stream.concat(
        Stream.of(command),
        command.subcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .flatMap(CommandTree::below));
  }

  /// The commands behind `ndmap`, as users write them: `info`, `npz list`; empty for the whole.
  static Stream<String> names() {
    return all().map(CommandTree::name);
  }

  /// The groups of commands, the whole command among them.
  static Stream<CommandSpec> groups() {
    return all().filter(command -> !command.subcommands().isEmpty());
  }

  static String name(CommandSpec command) {
    return command.qualifiedName().substring("ndmap".length()).strip();
  }
}
