package io.ndmap.cli;

/// Runs commands one after the other, and prints a line of what each did.
final class CommandSeries {

  private CommandSeries() {}

  /// @param commands each with its words
  public static void main(String[] commands) {
    for (int k = 0; k < commands.length; k++) {
      Cli cli = Cli.run((Object[]) commands[k].split(" "));
      System.out.println(k + ": exit " + cli.exit() + ", " + (cli.out() + cli.err()).strip());
    }
  }
}
