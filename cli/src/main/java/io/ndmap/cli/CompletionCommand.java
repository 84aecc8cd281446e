package io.ndmap.cli;

import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.ShortRunning;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Prints the shell script that completes the command's arguments.
@ShortRunning
@Command(
    name = "completion",
    description = {
      "Prints a script that completes commands in bash and zsh.",
      "Completes the names of ndmap's commands and options."
    },
    footer = {
      "%nFor the running shell (zsh: first autoload -U +X compinit && compinit; autoload -U +X"
          + " bashcompinit && bashcompinit):",
      "  source <(ndmap completion)",
      "For every new bash:",
      "  ndmap completion > ~/.local/share/bash-completion/completions/ndmap"
    })
final class CompletionCommand implements Callable<Integer> {

  private final Session session;
  private final Supplier<CommandLine> whole;

  /// @param whole creates the command line with all subcommands
  CompletionCommand(Session session, Supplier<CommandLine> whole) {
    this.session = session;
    this.whole = whole;
  }

  @Override
  public Integer call() throws IOException {
    session.out().write(AutoComplete.bash("ndmap", whole.get()));
    return 0;
  }
}
