package io.ndmap.cli.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Parameters;

/// A command whose first argument is one file.
public abstract class FileCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(paramLabel = "FILE", description = "The file.")
  private Path file = Path.of("");

  protected FileCommand(Session session) {
    this.session = session;
  }

  protected final Session session() {
    return session;
  }

  /// The file, for use by [#check].
  protected final Path file() {
    return file;
  }

  /// Checks arguments and options, before the file is opened.
  ///
  /// @throws UsageException if an argument or option is wrong
  protected void check() {}

  /// Whether failures are reported as lines of JSON.
  protected boolean json() {
    return false;
  }

  protected abstract void run(Path file) throws IOException, InterruptedException;

  @Override
  public Integer call() throws IOException {
    StandardInput.refuse("FILE", file);
    check();
    return session.run(List.of(file), json(), this::run);
  }
}
