package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagnosticsTest {

  private static Diagnostics with(boolean isNative, boolean isDirect, String hugePages) {
    return new Diagnostics(
        "VM 25", "Linux 6.1 amd64", isNative, isDirect, hugePages, 3L << 29, 0, "plain", List.of());
  }

  @Test
  void theTestsHaveNativeAccessAndWorkInPlace() {
    Diagnostics now = Diagnostics.now();

    assertThat(now.isNative()).isEqualTo(System.getProperty("os.name").equals("Linux"));
    assertThat(now.isDirect()).isEqualTo(now.isNative());
    assertThat(now.budget()).isGreaterThanOrEqualTo(Runtime.getRuntime().maxMemory());
    assertThat(now.jvm()).contains(System.getProperty("java.runtime.version"));
  }

  @Test
  void everythingIsUsed() {
    assertThat(with(true, true, "always [madvise] never").text())
        .isEqualTo(
            """
            JVM: VM 25
            system: Linux 6.1 amd64
            native access: used
            bulk operations: in place; blocks are copied of Java arrays and of arenas of your own
            loops: plain
            huge pages: used for new arrays from 4 MiB on, at most 1.5 GiB in all; the system's \
            setting is always [madvise] never
            files: mapped\
            """);
  }

  @Test
  void whatIsNotUsedHasAReason() {
    assertThat(with(false, false, "[always] madvise never").text())
        .endsWith(
            """
            native access: not used; it needs Linux and %s
            bulk operations: copy blocks of all memory: native access is not used
            loops: plain
            huge pages: not used: native access is not used
            files: mapped\
            """
                .formatted(Diagnostics.flag()));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'not used: the system has no setting for them'",
    "always madvise [never], not used: the system's setting is always madvise [never]",
  })
  void hugePagesDependOnTheSystem(String setting, String expected) {
    assertThat(with(true, true, setting).text()).contains("\nhuge pages: " + expected + "\n");
  }

  @Test
  void filesThatWereNotMappedAreTold() {
    assertThat(new Diagnostics("VM", "Linux", true, true, "", 0, 3, "plain", List.of()).text())
        .endsWith(
            "\n"
                + "files: mapped, but for 3 that were read into memory, as their file system maps"
                + " none");
  }

  @Test
  void loopsByVectorsAreNamed() {
    List<String> some = List.of("NUMBERS of FLOAT64", "PLUS of INT8");

    assertThat(new Diagnostics("VM", "Linux", true, true, "", 0, 0, "by vectors", some).text())
        .contains("\nloops: by vectors; by now NUMBERS of FLOAT64, PLUS of INT8\n");
    boolean isThere = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    assertThat(Diagnostics.now().loops())
        .isEqualTo(
            isThere
                ? "by the Vector API once they are warm; of mapped files tiles are copied for that,"
                    + " but for those of OpenOptions.promisingSize()"
                : "plain; --add-modules jdk.incubator.vector makes them faster");
  }

  @Test
  void theFlagNamesTheModule() {
    assertThat(Diagnostics.flag())
        .isIn("--enable-native-access=io.ndmap.mmap", "--enable-native-access=ALL-UNNAMED");
  }
}
