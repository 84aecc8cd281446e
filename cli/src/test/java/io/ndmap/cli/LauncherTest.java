package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.cli.run.ShortRunning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

/// The script `ndmap` in a checkout of its own, with a Maven and a JVM that only say that they were
/// run: who builds, who waits, and what is left by who was killed.
class LauncherTest {

  /// Counts itself, refuses to run beside another one, and waits for `go` where there is a `hold`.
  private static final String MAVEN =
      """
      #!/bin/sh
      jar=$PWD/cli/target/ndmap-cli.jar
      cd ../state || exit 9
      echo build >>builds
      echo "$@" >arguments
      echo '[INFO] Building ndmap-core 0.1.0-SNAPSHOT      [2/5]'
      mkdir building || echo two >>clashes
      [ ! -e daemon ] || sleep 6000 >/dev/null 2>&1 &
      echo $! >daemon.pid
      : >began
      while [ -e hold ] && [ ! -e go ]; do sleep 0.05; done
      rmdir building
      mkdir -p "${jar%/*}"
      : >"$jar"
      """;

  /// The second between two looks at a build is longer than one of these takes.
  private static final String SLEEP =
      """
      #!/bin/sh
      case $1 in
        1) exec /bin/sleep 0.05 ;;
        *) exec /bin/sleep "$1" ;;
      esac
      """;

  /// Prints its arguments, and writes the cache that it is asked for.
  private static final String JAVA =
      """
      #!/bin/sh
      printf '%s\\n' "$@"
      for argument in "$@"; do
        case $argument in
          -XX:AOTCacheOutput=*) echo cache >"${argument#*=}" ;;
        esac
      done
      """;

  /// Variables that hold flags for a JVM.
  private static final List<String> FLAGS =
      List.of("NDMAP_JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  @TempDir private Path directory = Path.of("");
  private final List<Process> processes = new ArrayList<>();
  private Path home = Path.of("");
  private Path state = Path.of("");

  @BeforeEach
  void checkout() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh on this system");
    state = Files.createDirectory(directory.resolve("state"));
    home = checkout("checkout");
    script(directory.resolve("bin/mvn"), MAVEN);
    script(directory.resolve("bin/sleep"), SLEEP);
    script(directory.resolve("jdk/bin/java"), JAVA);
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
  }

  private Path checkout(String name) throws IOException {
    Path made = Files.createDirectory(directory.resolve(name));
    for (String module : List.of("core", "mmap", "cli")) {
      Files.createDirectories(made.resolve(module + "/src/main"));
      Files.createFile(made.resolve(module + "/pom.xml"));
    }
    Files.createFile(made.resolve("pom.xml"));
    Files.copy(Path.of("../ndmap"), made.resolve("ndmap"));
    return made;
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void end() throws IOException {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    Path daemon = state.resolve("daemon.pid");
    if (Files.exists(state.resolve("daemon"))) {
      ProcessHandle.of(Long.parseLong(Files.readString(daemon).strip()))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private Process launch(String... more) throws IOException {
    return launch(List.of(), more);
  }

  /// Starts it by another command.
  private Process launch(List<String> by, String... more) throws IOException {
    return launch(by, Map.of(), more);
  }

  private Process launch(List<String> by, Map<String, String> variables, String... more)
      throws IOException {
    List<String> command = new ArrayList<>(by);
    command.addAll(List.of("/bin/sh", home.resolve("ndmap").toString()));
    command.addAll(Arrays.asList(more));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(FLAGS);
    builder.environment().putAll(variables);
    builder.environment().put("NDMAP_JAVA_HOME", directory.resolve("jdk").toString());
    builder
        .environment()
        .merge("PATH", directory.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
    builder.redirectOutput(directory.resolve("out" + processes.size()).toFile());
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private String output(Process process) throws IOException {
    return Files.readString(directory.resolve("out" + processes.indexOf(process)), UTF_8);
  }

  private void mark(String name) throws IOException {
    Files.createFile(state.resolve(name));
  }

  private void awaitFile(Process process, String name) throws Exception {
    while (!Files.exists(state.resolve(name))) {
      assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).as(output(process)).isFalse();
    }
  }

  private void awaitText(Process process, String text) throws Exception {
    while (!output(process).contains(text)) {
      assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).as(output(process)).isFalse();
    }
  }

  private void requireStarted(Process process) throws Exception {
    assertThat(process.waitFor()).as(output(process)).isZero();
    assertThat(output(process))
        .contains("-cp\n" + home.toRealPath() + "/cli/target/ndmap-cli.jar\nio.ndmap.cli.Main\n");
  }

  private long builds() throws IOException {
    return Files.readAllLines(state.resolve("builds")).size();
  }

  private static void requireFlock() {
    Assumptions.assumeTrue(
        onPath("flock").isPresent(), "no flock on the PATH: the lock is a directory");
  }

  private static Optional<Path> onPath(String tool) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .map(path -> Path.of(path, tool))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Test
  void ofManyAtOnceOneBuilds() throws Exception {
    mark("hold");
    Process first = launch("info");
    awaitFile(first, "began");
    List<Process> others = new ArrayList<>();
    for (int k = 0; k < 4; k++) {
      others.add(launch("info"));
    }
    for (Process other : others) {
      awaitText(other, "ndmap: waiting for another process, which is building");
    }
    mark("go");
    requireStarted(first);
    for (Process other : others) {
      requireStarted(other);
    }
    assertThat(builds()).isEqualTo(1);
    assertThat(state.resolve("clashes")).doesNotExist();
  }

  @Test
  void whatAnOlderScriptLeftUnderOnesOwnNumberIsNotWaitedFor() throws Exception {
    Files.createDirectory(home.resolve("target"));
    String lock = home.resolve("target/ndmap-build.lock").toString();
    // By exec the number stays, as in a container, where it is always 1.
    Process process =
        launch(List.of("/bin/sh", "-c", "ln -s $$ \"$0\" && exec \"$@\"", lock), "info");
    requireStarted(process);
    assertThat(output(process)).doesNotContain("waiting");
  }

  @Test
  void theLockFallsWithWhoHadIt() throws Exception {
    requireFlock();
    mark("hold");
    Process killed = launch("info");
    awaitFile(killed, "began");
    killed.descendants().forEach(ProcessHandle::destroyForcibly);
    assertThat(killed.destroyForcibly().waitFor()).isEqualTo(137);
    mark("go");
    Files.delete(state.resolve("building"));
    Process next = launch("info");
    requireStarted(next);
    assertThat(builds()).isEqualTo(2);
    assertThat(state.resolve("clashes")).doesNotExist();
  }

  @Test
  void aBuildGoesOnWithoutWhoBeganItAndIsWaitedFor() throws Exception {
    requireFlock();
    mark("hold");
    Process killed = launch("info");
    awaitFile(killed, "began");
    assertThat(killed.destroyForcibly().waitFor()).isEqualTo(137);
    Process next = launch("info");
    awaitText(next, "ndmap: waiting for another process, which is building\n");
    mark("go");
    requireStarted(next);
    assertThat(builds()).isEqualTo(1);
    assertThat(state.resolve("clashes")).doesNotExist();
  }

  @Test
  void processesLeftByABuildBlockNothing() throws Exception {
    mark("daemon");
    requireStarted(launch("info"));
    Files.delete(home.resolve("cli/target/ndmap-cli.jar"));
    long daemon = Long.parseLong(Files.readString(state.resolve("daemon.pid")).strip());
    Process next = launch("info");
    requireStarted(next);
    assertThat(output(next)).doesNotContain("waiting");
    assertThat(ProcessHandle.of(daemon)).isPresent();
    ProcessHandle.of(daemon).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void aBuildOfAnotherUserIsWaitedFor() throws Exception {
    requireFlock();
    boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    Assumptions.assumeTrue(root, "only root can start a process of another user");
    Assumptions.assumeTrue(onPath("setpriv").isPresent(), "no setpriv on the PATH");
    mark("hold");
    Process first = launch("info");
    awaitFile(first, "began");
    assertThat(new ProcessBuilder("chmod", "-R", "a+rwX", directory.toString()).start().waitFor())
        .isZero();
    Process other =
        launch(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"), "info");
    awaitText(other, "ndmap: waiting for another process, which is building\n");
    assertThat(builds()).isEqualTo(1);
    mark("go");
    requireStarted(first);
    requireStarted(other);
    assertThat(builds()).isEqualTo(1);
    assertThat(state.resolve("clashes")).doesNotExist();
  }

  @Test
  @Tag("slow")
  void withoutFlockTheLockIsADirectoryThatThePersonRemoves() throws Exception {
    for (String tool :
        List.of(
            "awk",
            "cat",
            "dirname",
            "find",
            "grep",
            "head",
            "locale",
            "mkdir",
            "mv",
            "od",
            "readlink",
            "rm",
            "rmdir",
            "sed",
            "sh",
            "sleep",
            "touch",
            "tr")) {
      Optional<Path> real = onPath(tool);
      if (real.isPresent()) {
        script(directory.resolve("bin", tool), "#!/bin/sh\nexec '" + real.get() + "' \"$@\"\n");
      }
    }
    List<String> bare = List.of("/usr/bin/env", "PATH=" + directory.resolve("bin"));
    Path stale = Files.createDirectory(home.toRealPath().resolve(".build.lock.d"));
    Process waiting = launch(bare, "info");
    awaitText(
        waiting,
        "ndmap: waiting for another process, which is building; if none is, remove "
            + stale
            + "\n");
    assertThat(stale).isDirectory();
    Files.delete(stale);
    requireStarted(waiting);
    assertThat(stale).doesNotExist();
    assertThat(builds()).isEqualTo(1);
  }

  /// In a class path a colon parts two files, in the URL of a class `!/` the archive and what is in
  /// it.
  @ParameterizedTest
  @CsvSource({"'a:\u001b[2J\nb', a:\\x1b[2J\\x0ab", "b!, b!"})
  void whereNoClassIsFoundIsSaidAtOnce(String name, String shown) throws Exception {
    home = checkout(name);
    Process process = launch("info");
    assertThat(process.waitFor()).isEqualTo(4);
    assertThat(output(process))
        .isEqualTo(
            "ndmap: Java cannot load a class from "
                + directory.toRealPath()
                + "/"
                + shown
                + ", for the ':' or the '!' in it; rename that directory.\n");
    assertThat(state.resolve("builds")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {" a  b ", "a'b\"c`d$e", "größe", "a\nb\n"})
  void startsFromADirectoryOfAnyOtherName(String name) throws Exception {
    requireStartFrom(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "[a]?", "%41", "a\\b;c&d|e", "a!b", "-x"})
  @Tag("slow")
  void startsFromADirectoryOfAWildcardOrAnOption(String name) throws Exception {
    requireStartFrom(name);
  }

  private void requireStartFrom(String name) throws Exception {
    home = checkout(name);
    requireStarted(launch("info"));
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void whatIsSaidOfArgumentsSteersNoTerminal() throws Exception {
    Process process = launch("stats", "--heap", "\u001b[2J\n\u202e");
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(output(process))
        .endsWith(
            "ndmap: --heap takes 8m to 9999g, such as 256m; found"
                + " '\\x1b[2J\\x0a\\xe2\\x80\\xae'\n");
  }

  @Test
  void aBuildReportsItsStepsAndSkipsTestsAndChecks() throws Exception {
    mark("hold");
    Process first = launch("info");
    awaitText(first, "compiling ndmap-core ...\n");
    assertThat(output(first))
        .contains("; the log is " + home.toRealPath() + "/target/ndmap-build.log\n");
    assertThat(Files.readString(state.resolve("arguments")))
        .contains("-Pquick", "-Dmaven.test.skip=true");
    mark("go");
    requireStarted(first);
  }

  @Test
  void theCacheIsMadeAnewWhereMavenHasReplacedTheJar() throws Exception {
    requireFlock();
    requireStarted(launch("info"));
    Path target = home.toRealPath().resolve("cli/target");
    Path cache = target.resolve("ndmap.aot");
    Process second = launch("info");
    requireStarted(second);
    assertThat(output(second)).contains("-XX:AOTCache=" + cache + "\n");
    Files.writeString(cache, "of an older jar");
    Files.setLastModifiedTime(cache, FileTime.fromMillis(0));
    Process third = launch("info");
    requireStarted(third);
    assertThat(output(third)).doesNotContain("building");
    assertThat(cache).content().isEqualTo("cache\n");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void theFlagsOfTheUserWin() throws Exception {
    requireStarted(launch("get"));
    Process plain = launch("get");
    requireStarted(plain);
    assertThat(output(plain)).contains("-XX:+DisplayVMOutputToStderr");
    for (List<String> flags :
        List.of(
            List.of("NDMAP_JAVA_OPTS", "-XX:+UseG1GC", "-XX:+UseSerialGC"),
            List.of("JAVA_TOOL_OPTIONS", "-XX:+UseZGC -Xmx9g", "-XX:+UseSerialGC"),
            List.of("JDK_JAVA_OPTIONS", "-Xshare:off", "-XX:AOTCache"),
            List.of("_JAVA_OPTIONS", "-XX:SharedArchiveFile=x.jsa", "-XX:AOTCache"),
            List.of("NDMAP_JAVA_OPTS", "-XX:AOTMode=off", "-XX:AOTCache"),
            List.of("JAVA_TOOL_OPTIONS", "-XX:-TieredCompilation", "-XX:TieredStopAtLevel"),
            List.of("_JAVA_OPTIONS", "-Xlog:gc", "-Xlog:disable"))) {
      String ours = flags.get(2);
      assertThat(output(plain)).contains(ours);
      Process process = launch(List.of(), Map.of(flags.get(0), flags.get(1)), "get");
      requireStarted(process);
      assertThat(output(process)).as("%s", flags).doesNotContain(ours);
    }
  }

  @Test
  void theHeapThatACommandAsksForIsTheLastWord() throws Exception {
    requireStarted(launch("get"));
    Map<String, String> theirs = Map.of("NDMAP_JAVA_OPTS", "-Xms1g -Xmx2g");
    Process asked = launch(List.of(), theirs, "stats", "--heap", "64m");
    requireStarted(asked);
    assertThat(output(asked)).contains("-Xms1g\n-Xmx2g\n-Xmx64m\n-Xms8m\n-cp\n");
    Process demo = launch(List.of(), theirs, "demo");
    requireStarted(demo);
    assertThat(output(demo)).contains("-Xms1g\n-Xmx2g\n-cp\n").doesNotContain("-Xmx256m");
    Process plain = launch("demo");
    requireStarted(plain);
    assertThat(output(plain)).contains("-Xmx256m\n-cp\n").doesNotContain("-Xms");
  }

  /// The words of the arm of the launcher's last `case $command` that begins a line and does this.
  private static List<String> commandsThat(String does) throws IOException {
    String script = Files.readString(Path.of("../ndmap"));
    String arms = script.substring(script.lastIndexOf("case $command in"));
    return arms.lines()
        .filter(line -> line.contains(")") && line.substring(line.indexOf(')')).contains(does))
        .flatMap(line -> Stream.of(line.substring(0, line.indexOf(')')).split("\\|")))
        .map(String::strip)
        .toList();
  }

  @Test
  void theHeapIsThatOfEveryCommandWithTheOption() throws IOException {
    assertThat(commandsThat("heap=$(heap_flag"))
        .filteredOn(command -> !command.matches("[-*].*"))
        .containsExactlyInAnyOrderElementsOf(
            topLevel()
                .filter(command -> command.findOption("--heap") != null)
                // The demo has a heap of its own without the option.
                .filter(command -> !command.name().equals("demo"))
                .map(CommandSpec::name)
                .toList());
  }

  @Test
  void shortCommandsAreThoseWithTheAnnotation() throws IOException {
    assertThat(commandsThat("unless Tiered"))
        .filteredOn(command -> !command.equals("''"))
        .containsExactlyInAnyOrderElementsOf(
            topLevel()
                .filter(
                    command ->
                        command.userObject().getClass().isAnnotationPresent(ShortRunning.class))
                .map(CommandSpec::name)
                .toList());
  }

  private static Stream<CommandSpec> topLevel() {
    return CommandTree.all().filter(command -> CommandTree.name(command).matches("[a-z]+"));
  }
}
