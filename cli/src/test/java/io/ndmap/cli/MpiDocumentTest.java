package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The recipe of docs/mpi.md, in Python, in Java and in the shell: all print the same.
class MpiDocumentTest {

  private static final Document DOCUMENT = Document.of("docs/mpi.md");

  /// The launcher that mpi4py of Debian is built for, with what root and few processors need.
  private static final String MPIRUN =
      """
      #!/bin/sh
      export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
      export OMPI_MCA_btl_vader_single_copy_mechanism=none
      exec mpirun.openmpi --oversubscribe --mca mpi_yield_when_idle 1 "$@"
      """;

  @TempDir private Path folder;

  @BeforeEach
  void requireMpi() throws IOException, InterruptedException {
    assumeTrue(Commands.succeeds("mpirun.openmpi", "--version"), "mpirun.openmpi is not installed");
    write("mpirun", MPIRUN);
    write("ndmap", "#!/bin/sh\nexec %s %s \"$@\"\n".formatted(java(), Main.class.getName()));
  }

  private void write(String name, String script) throws IOException {
    Path file = Files.writeString(folder.resolve(name), script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static String java() {
    return "'%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp '%s:.'"
        .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), ChildJvm.classPath());
  }

  private static String printed() {
    return DOCUMENT.blocks("text").getFirst();
  }

  @Test
  @Tag("slow")
  void theCommandPrintsIt() {
    assertThat(run(DOCUMENT.blocks("sh").getFirst())).isEqualTo(printed());
  }

  @Test
  void aDryRunSaysWhatEachRankWouldWrite() {
    String dryRun = DOCUMENT.blocks("sh").get(1).strip();
    String file = folder + "/x.npy";
    assertThat(Cli.run("create", file, "--dtype", "i4", "--shape", "3,4").err()).isEmpty();
    Object[] words = dryRun.replace("./ndmap ", "").replace("x.npy", file).split(" ");
    assertThat(Cli.run(words).out().replace(file, "x.npy"))
        .isEqualTo(
            """
            x.npy: (3, 4) of <i4, C order: header of 128 bytes, 48 bytes of data
            rank 0: [0:3, 0:2], 3 runs of 8 bytes from 128 to 168
            rank 1: [0:3, 2:4], 3 runs of 8 bytes from 136 to 176
            """);
  }

  @Test
  @Tag("slow")
  void theJavaProgramPrintsIt() throws IOException {
    String[] parts = DOCUMENT.blocks("java").getFirst().split("\n\n", 2);
    Path source = folder.resolve("Example.java");
    Files.writeString(
        source,
        parts[0]
            + "\nclass Example { public static void main(String[] args) throws Exception {\n"
            + parts[1]
            + "\n} }\n");
    // Once, not by each rank.
    assertThat(
            ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-cp", ChildJvm.classPath(), source.toString()))
        .isZero();
    assertThat(run("mpirun -n 2 " + java() + " Example")).isEqualTo(printed());
  }

  @Test
  void thePythonProgramPrintsIt() throws IOException {
    String python =
        List.of("python3", "/usr/bin/python3").stream()
            .filter(each -> run(each + " -c 'import mpi4py, numpy'").isEmpty())
            .findFirst()
            .orElse("");
    assumeTrue(!python.isEmpty(), "mpi4py is not there: nothing to compare with");
    Files.writeString(folder.resolve("recipe.py"), DOCUMENT.blocks("python").getFirst());
    assertThat(run("mpirun -n 2 " + python + " recipe.py")).isEqualTo(printed());
  }

  @Test
  @Tag("slow")
  void allRanksFailAndOneOfThemSaysWhy() {
    String text = run("mpirun -n 2 ./ndmap mpi read none.npy");
    assertThat(text).containsOnlyOnce("ndmap: none.npy: no such file\n").contains("exit 1");
  }

  /// In one run: starting one takes longer than all commands.
  @Test
  void ranksRunOneCommandAfterTheOther() {
    String write = "mpi write x.npy --dtype i4 --shape 3,4 --axis 1";
    List<String> commands =
        List.of(write, write, write + " --resume --force --fill 7", "mpi read x.npy --json");
    String text =
        run(
            "mpirun -n 2 %s %s '%s'"
                .formatted(java(), CommandSeries.class.getName(), String.join("' '", commands)));
    // Rank 0 prints the JSON of both.
    assertThat(text.lines())
        .hasSize(2 * commands.size() + 1)
        .areExactly(2, starting("0: exit 0, "))
        .areExactly(2, starting("1: exit 1, "))
        .areExactly(1, starting("1: exit 1, ndmap: x.npy: the file exists; --force replaces it"))
        .areExactly(2, starting("2: exit 0, "))
        .areExactly(2, starting("3: exit 0, "))
        .areExactly(1, starting("3: exit 0, {\"file\":\"x.npy\",\"rank\":0,"))
        .areExactly(1, starting("{\"file\":\"x.npy\",\"rank\":1,"));
  }

  private static Condition<String> starting(String text) {
    return new Condition<>(line -> line.startsWith(text), text);
  }

  /// Runs a script.
  ///
  /// @return what it said, also of errors
  private String run(String script) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder("sh", "-eu", "-c", script)
              .directory(folder.toFile())
              .redirectErrorStream(true);
      builder.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      return process.waitFor() == 0 ? output : output + "exit " + process.exitValue();
    } catch (IOException e) {
      return e.toString();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
