package io.ndmap.cli.demo;

import io.ndmap.mmap.NpyFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Runs this command in another JVM.
final class DemoProcess {

  private static final String MAIN = "io.ndmap.cli.Main";

  private DemoProcess() {}

  /// The command line of a process that runs this command, with the class path or the module path
  /// of this process.
  ///
  /// @param flags the flags of the JVM
  /// @param arguments the arguments of the command
  static List<String> command(List<String> flags, Object... arguments) {
    Module mapping = NpyFile.class.getModule();
    Module own = DemoProcess.class.getModule();
    List<String> command = new ArrayList<>();
    command.add(java());
    command.addAll(flags);
    command.addAll(aotCache());
    if (mapping.isNativeAccessEnabled()) {
      command.add(
          "--enable-native-access=" + (mapping.isNamed() ? mapping.getName() : "ALL-UNNAMED"));
    }
    if (own.isNamed()) {
      property("jdk.module.path").ifPresent(path -> command.addAll(List.of("--module-path", path)));
      command.addAll(List.of("-m", own.getName() + "/" + MAIN));
    } else {
      property("java.class.path").ifPresent(path -> command.addAll(List.of("-cp", path)));
      command.add(MAIN);
    }
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return command;
  }

  /// The AOT cache flags of this JVM; empty if the system does not reveal them.
  private static List<String> aotCache() {
    String[] flags = ProcessHandle.current().info().arguments().orElse(new String[0]);
    return Arrays.stream(flags).filter(flag -> flag.startsWith("-XX:AOTCache=")).toList();
  }

  private static String java() {
    return ProcessHandle.current()
        .info()
        .command()
        .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java").toString());
  }

  private static Optional<String> property(String name) {
    return Optional.ofNullable(System.getProperty(name)).filter(value -> !value.isEmpty());
  }
}
