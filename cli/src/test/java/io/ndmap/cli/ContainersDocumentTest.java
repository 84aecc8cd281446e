package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The recipe of docs/containers.md, in pid namespaces.
class ContainersDocumentTest {

  @TempDir private Path folder;

  @Tag("heavy")
  @Test
  void theRecipeFillsOneArrayFromTwoNamespaces() throws Exception {
    assumeTrue(
        run("unshare --pid --fork --mount-proc --kill-child true").isEmpty(),
        "pid namespaces are not allowed here");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path command = folder.resolve("ndmap");
    // Two of number 1 share a file in /tmp otherwise, of which the JVM warns on its output.
    Files.writeString(
        command,
        ("#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"
                + " --enable-native-access=ALL-UNNAMED -cp '%s' %s \"$@\"\n")
            .formatted(java, ChildJvm.classPath(), Main.class.getName()));
    assertThat(command.toFile().setExecutable(true)).isTrue();
    String block = Document.of("docs/containers.md").blocks("sh").getFirst();
    assertThat(run(block).lines().toList()).hasSize(5).last().isEqualTo("524287.0");
    assertThat(folder.resolve("x.npy")).exists();
    assertThat(folder.resolve("x.npy.claims")).doesNotExist();
  }

  /// Runs a script.
  ///
  /// @return what it said, also of errors
  private String run(String script) throws IOException, InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder("sh", "-eu", "-c", script)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      return e.toString();
    }
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor() == 0 ? output : output + "exit " + process.exitValue();
  }
}
