package io.ndmap.cli;

import io.ndmap.cli.output.Streams;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.mmap.Diagnostics;
import io.ndmap.mmap.NpyFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The `ndmap` command without a subcommand, and the options common to all commands. The
/// subcommands are listed in `Main.Subcommands`.
@Command(
    name = "ndmap",
    description = {
      "Reads, changes and creates NumPy's .npy files and .npz archives of any size, mapped into"
          + " memory.",
      "Names a member of an archive as archive.npz::member."
    },
    mixinStandardHelpOptions = true,
    versionProvider = NdmapCommand.Version.class,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all went well",
      "1:a file failed, or the output could not be written",
      "2:the command was used wrongly",
      "3:there is no JDK 25",
      "4:it could not be built",
      "130:it was interrupted by Ctrl-C",
      "141:the reader of the output went away"
    })
final class NdmapCommand implements Runnable {

  private final Session session;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  private boolean debug;

  @Option(
      names = "--verbose",
      description =
          "With --version: also show which fast paths are enabled, and why others are not.")
  private boolean verbose;

  NdmapCommand(Streams streams) {
    this.session = new Session(streams, () -> debug);
  }

  /// The session that the subcommands use.
  Session session() {
    return session;
  }

  @Override
  public void run() {
    throw new UsageException("Missing command");
  }

  /// The text of `--version`: the versions of ndmap and Java, and whether native access is enabled;
  /// with `--verbose`, the version of ndmap and the text of [Diagnostics].
  static final class Version implements IVersionProvider {

    @Spec private @Nullable CommandSpec spec;

    @Override
    public String[] getVersion() {
      String build = "ndmap " + ofBuild();
      if (spec != null
          && spec.root().userObject() instanceof NdmapCommand command
          && command.verbose) {
        return new String[] {build, Diagnostics.now().text()};
      }
      return new String[] {
        build,
        "Java "
            + System.getProperty("java.runtime.version")
            + " ("
            + System.getProperty("java.vm.name")
            + ")",
        "native access "
            + (NpyFile.class.getModule().isNativeAccessEnabled()
                ? "enabled"
                : "not enabled; " + Diagnostics.flag() + " enables the faster native paths")
      };
    }

    private static String ofBuild() {
      try (InputStream in = NdmapCommand.class.getResourceAsStream("version.properties")) {
        Properties properties = new Properties();
        properties.load(Objects.requireNonNull(in));
        return properties.getProperty("version", "");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
