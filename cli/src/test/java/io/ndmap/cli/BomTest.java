package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Compares `bom/pom.xml` with the modules of the build.
class BomTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(ndmap-[^<]+)</artifactId>");

  @Test
  void theBomHasEveryArtifactThatIsPublished() throws IOException {
    assertThat(managed()).containsExactlyInAnyOrderElementsOf(published());
  }

  @Test
  void itsVersionsAreThatOfTheBuild() throws IOException {
    String management = management();
    assertThat(Pattern.compile("<version>([^<]+)</version>").matcher(management).results())
        .isNotEmpty()
        .allSatisfy(version -> assertThat(version.group(1)).isEqualTo("${project.version}"));
  }

  private static List<String> managed() throws IOException {
    return ARTIFACT.matcher(management()).results().map(artifact -> artifact.group(1)).toList();
  }

  private static String management() throws IOException {
    String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
    return bom.substring(
        bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));
  }

  /// The artifacts of modules that have a jar and are deployed.
  private static List<String> published() throws IOException {
    String parent = Files.readString(ROOT.resolve("pom.xml"));
    String modules = parent.substring(0, parent.indexOf("</modules>"));
    try (Stream<String> names = MODULE.matcher(modules).results().map(module -> module.group(1))) {
      return names
          .map(name -> pom(name))
          .filter(pom -> !pom.contains("<packaging>pom</packaging>"))
          .filter(pom -> !pom.contains("<maven.deploy.skip>true"))
          .map(BomTest::artifact)
          .toList();
    }
  }

  private static String pom(String module) {
    try {
      return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String artifact(String pom) {
    String own = pom.substring(pom.indexOf("</parent>"));
    var found = ARTIFACT.matcher(own);
    assertThat(found.find()).isTrue();
    return found.group(1);
  }
}
