package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.cli.run.UsageException;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// A command whose first argument is one array.
abstract class ArrayCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(paramLabel = "FILE", description = "The .npy file, or archive.npz::member.")
  private ArrayArgument file = new ArrayArgument("");

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  ArrayCommand(Session session) {
    this.session = session;
  }

  final Session session() {
    return session;
  }

  /// The limits and options for opening files.
  final NpzOptions limits() {
    return limits.options();
  }

  /// Checks arguments and options, before the file is opened.
  ///
  /// @throws UsageException if an argument or option is wrong
  void check() {}

  /// Checks arguments and options as [#check()], and the name of the array.
  ///
  /// @throws UsageException if an argument, an option or the name is wrong
  void check(ArrayName name) throws IOException {
    check();
  }

  /// Whether `-` stands for the standard input instead of being rejected.
  boolean readsStreams() {
    return false;
  }

  /// Whether failures are reported as lines of JSON.
  boolean json() {
    return false;
  }

  abstract void run(ArrayName name) throws IOException, InterruptedException;

  @Override
  public final Integer call() throws IOException {
    ArrayName name = member.of(file);
    if (!readsStreams()) {
      StandardInput.refuse("FILE", name.file());
    }
    check(name);
    return session.runArrays(List.of(name), json(), this::run);
  }
}
