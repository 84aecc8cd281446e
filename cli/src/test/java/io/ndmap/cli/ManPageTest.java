package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.cli.output.Streams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ManPageTest {

  private static final CommandLine WHOLE = Main.commandLine(new NdmapCommand(Streams.ofProcess()));

  @Test
  void everyCommandHasItsSection() {
    List<String> sections =
        ManPage.of(WHOLE).lines().filter(line -> line.startsWith(".SS ")).toList();
    assertThat(sections).contains(".SS ndmap info", ".SS ndmap npz list", ".SS ndmap fill work");
    assertThat(sections)
        .containsAll(
            WHOLE.getSubcommands().keySet().stream().map(name -> ".SS ndmap " + name).toList());
  }

  @Test
  void noTextIsTakenForARequest() {
    Set<String> requests = Set.of(".TH", ".SH", ".SS", ".PP", ".TP", ".nf", ".fi");
    assertThat(ManPage.of(WHOLE).lines())
        .filteredOn(line -> line.startsWith(".") || line.startsWith("'"))
        .allSatisfy(line -> assertThat(requests).contains(line.split(" ", 2)[0]));
  }

  @Test
  void optionsAndOperandsAreItems() {
    assertThat(ManPage.of(WHOLE))
        .contains(
            ".TP\n\\fB\\-r, \\-\\-recursive\\fR\nShow the .npy, .npz and",
            ".TP\n\\fBFILE\\fR\n",
            ".SH EXIT STATUS\n.TP\n\\fB0\\fR\nall went well\n");
  }

  @Test
  void itIsWrittenIntoAFile(@TempDir Path directory) throws Exception {
    Path page = directory.resolve("ndmap.1");
    ManPage.main(new String[] {page.toString()});
    assertThat(page).content().isEqualTo(ManPage.of(WHOLE)).startsWith(".TH NDMAP 1 ");
  }

  @Test
  void theTrainingRunsEveryCommandWithoutAnError(@TempDir Path directory) throws Exception {
    Training.run(directory, true);
    assertThat(Files.exists(directory.resolve("all.npz"))).isTrue();
  }
}
