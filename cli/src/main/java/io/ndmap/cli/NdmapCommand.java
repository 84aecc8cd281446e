package io.ndmap.cli;

import io.ndmap.cli.output.Streams;
import io.ndmap.cli.run.Session;
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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The command without a subcommand, and what its subcommands share.
@Command(
    name = "ndmap",
    description =
        "NumPy's .npy files, mapped into memory: looked at, changed in place, created. Of any"
            + " size.",
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
public final class NdmapCommand implements Runnable {

  private final Streams streams;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show with an error where it comes from.")
  private boolean debug;

  public NdmapCommand(Streams streams) {
    this.streams = streams;
  }

  public Streams streams() {
    return streams;
  }

  public boolean debug() {
    return debug;
  }

  /// @param json whether failures are lines of JSON
  public Session tasks(boolean json) {
    return new Session(streams, json, debug);
  }

  @Override
  public void run() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "Missing command");
  }

  /// What runs, and on what.
  public static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {
        "ndmap " + ofBuild(),
        "Java "
            + System.getProperty("java.runtime.version")
            + " ("
            + System.getProperty("java.vm.name")
            + ")",
        "native access "
            + (NpyFile.class.getModule().isNativeAccessEnabled()
                ? "enabled"
                : "not enabled; --enable-native-access=io.ndmap.mmap brings what the pure-Java ways"
                    + " lack")
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
