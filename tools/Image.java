import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/// Builds the content of packages of the command: a runtime image with the command's modules and an
/// AOT cache, the launcher, the manual page, and the completion scripts for bash and zsh.
///
/// ```
/// java tools/Image.java MODULES TARGET
/// ```
///
/// Runs in the directory of the checkout. `MODULES` is a directory with the command's jar and the
/// jars of its dependencies, all of them named modules. `TARGET` must not exist.
final class Image {

  private static final String COMMAND = "io.ndmap.cli";

  /// Modules that the command uses if they are present, although none requires them.
  private static final String OPTIONAL = "jdk.incubator.vector,jdk.jfr,org.slf4j.nop";

  /// The flags of the launcher, because a JVM only accepts a cache made with the same flags.
  private static final List<String> FLAGS =
      List.of(
          "--enable-native-access=io.ndmap.mmap,io.ndmap.mpi",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1");

  private final Path modules;
  private final Path target;
  private final Path runtime;

  private Image(Path modules, Path target) {
    this.modules = modules;
    this.target = target;
    this.runtime = target.resolve("lib/ndmap/runtime");
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 2) {
      System.err.println("Usage: Image MODULES TARGET");
      System.exit(2);
    }
    Image image = new Image(Path.of(args[0]), Path.of(args[1]));
    if (Files.exists(image.target)) {
      System.err.println(image.target + " exists; remove it first");
      System.exit(1);
    }
    image.link();
    image.launcher();
    image.train();
    image.documents();
  }

  private void link() throws IOException, InterruptedException {
    try (Stream<Path> jars = Files.list(modules)) {
      List<Path> all = jars.toList();
      Path jdk = Path.of(System.getProperty("java.home"));
      for (Path jar : all) {
        if (jar.getFileName().toString().startsWith("picocli-")) {
          run(jdk, "tools/ModernClasses.java", jar);
        } else if (jar.getFileName().toString().startsWith("ndmap-")) {
          run(
              jdk,
              Stream.concat(Stream.of("tools/TypeSwitches.java", jar), all.stream()).toArray());
        }
      }
    }
    Files.createDirectories(runtime.getParent());
    int exit =
        ToolProvider.findFirst("jlink")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--module-path=" + modules,
                "--add-modules=" + COMMAND + "," + OPTIONAL,
                "--output=" + runtime,
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                // The server JVM has the optimising compiler, which long commands need.
                "--vm=server");
    if (exit != 0) {
      throw new IOException("jlink ended with " + exit);
    }
    // Delete tools of the JDK that the command does not need.
    try (Stream<Path> tools = Files.list(runtime.resolve("bin"))) {
      for (Path tool : tools.filter(tool -> !tool.endsWith("java")).toList()) {
        Files.delete(tool);
      }
    }
  }

  private void launcher() throws IOException {
    Path launcher = Files.createDirectories(target.resolve("bin")).resolve("ndmap");
    Files.copy(Path.of("ndmap"), launcher);
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void train() throws IOException, InterruptedException {
    Path arrays = Files.createTempDirectory(target, "training");
    train("ndmap.aot", "Training", arrays);
    train("ndmap-info.aot", "Main", "info", arrays.resolve("x.npy"));
    try (Stream<Path> left = Files.list(arrays)) {
      for (Path array : left.toList()) {
        Files.delete(array);
      }
    }
    Files.delete(arrays);
  }

  /// Runs a class of the command in a JVM that stores the loaded classes in a cache.
  private void train(String name, String main, Object... arguments)
      throws IOException, InterruptedException {
    Path cache = runtime.resolve("lib").resolve(name);
    List<Object> command = new ArrayList<>(FLAGS);
    command.add("-XX:AOTCacheOutput=" + cache);
    // Suppresses a warning for each class that the cache cannot hold, such as proxies.
    command.add("-Xlog:aot=error,cds=error");
    command.addAll(List.of("-m", COMMAND + "/" + COMMAND + "." + main));
    command.addAll(List.of(arguments));
    run(runtime, command.toArray());
    if (!Files.isRegularFile(cache)) {
      throw new IOException("no AOT cache was written: " + cache);
    }
  }

  private void documents() throws IOException, InterruptedException {
    Path share = target.resolve("share");
    Path pages = Files.createDirectories(share.resolve("man/man1"));
    Path page = pages.resolve("ndmap.1");
    run(runtime, "-m", COMMAND + "/io.ndmap.cli.ManPage", page);
    try (InputStream in = Files.newInputStream(page);
        OutputStream out = Files.newOutputStream(pages.resolve("ndmap.1.gz"));
        GZIPOutputStream packed = new GZIPOutputStream(out)) {
      in.transferTo(packed);
    }
    Files.delete(page);
    Path bash = Files.createDirectories(share.resolve("bash-completion/completions"));
    Process process =
        new ProcessBuilder(target.resolve("bin/ndmap").toString(), "completion")
            .redirectOutput(bash.resolve("ndmap").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    require(process, "ndmap completion");
    Path zsh = Files.createDirectories(share.resolve("zsh/vendor-completions"));
    Files.writeString(
        zsh.resolve("_ndmap"),
        """
        #compdef ndmap
        # Reuses the bash script through zsh's bashcompinit.
        autoload -U +X bashcompinit && bashcompinit
        """
            + Files.readString(bash.resolve("ndmap"), StandardCharsets.UTF_8));
    Path about = Files.createDirectories(share.resolve("doc/ndmap"));
    for (String file : List.of("LICENSE", "NOTICE", "CHANGELOG.md")) {
      Files.copy(Path.of(file), about.resolve(file));
    }
  }

  private static void run(Path home, Object... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    // Flags from the environment must not influence the cache.
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        .forEach(builder.environment()::remove);
    require(builder.start(), String.join(" ", command));
  }

  private static void require(Process process, String command)
      throws IOException, InterruptedException {
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IOException("exit code " + exit + ": " + command);
    }
  }
}
