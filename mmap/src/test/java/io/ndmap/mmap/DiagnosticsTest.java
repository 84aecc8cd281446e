package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.nd.NdView;
import io.ndmap.pages.HugePageArena;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagnosticsTest {

  private static final MemoryUse NOTHING = new MemoryUse(0, 0, 0, List.of(), 0, 0);

  @TempDir Path directory;

  private static Diagnostics with(boolean isNative, boolean isDirect, String hugePages) {
    return new Diagnostics(
        "VM 25",
        "Linux 6.1 amd64",
        isNative,
        isDirect,
        hugePages,
        3L << 29,
        0,
        "plain",
        List.of(),
        NOTHING);
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
  void filesThatWereNotMappedAreReported() {
    assertThat(
            new Diagnostics("VM", "Linux", true, true, "", 0, 3, "plain", List.of(), NOTHING)
                .text())
        .endsWith(
            "\n"
                + "files: mapped, but for 3 that were read into memory, as their file system maps"
                + " none");
  }

  @Test
  void loopsByVectorsAreNamed() {
    List<String> some = List.of("NUMBERS of FLOAT64", "PLUS of INT8");

    assertThat(
            new Diagnostics("VM", "Linux", true, true, "", 0, 0, "by vectors", some, NOTHING)
                .text())
        .contains("\nloops: by vectors; by now NUMBERS of FLOAT64, PLUS of INT8\n");
    boolean isThere = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    assertThat(Diagnostics.now().loops())
        .isEqualTo(
            isThere
                ? "by the Vector API once they are warm; tiles of mapped files are first copied to"
                    + " a buffer, except with OpenOptions.promisingSize()"
                : "plain; --add-modules jdk.incubator.vector makes them faster");
  }

  @Test
  void theFlagNamesTheModule() {
    assertThat(Diagnostics.flag())
        .isIn("--enable-native-access=io.ndmap.mmap", "--enable-native-access=ALL-UNNAMED");
  }

  @Test
  void mappedFilesAndLeasesAreCounted() throws IOException {
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, NdView.of(new double[9 << 20], 9 << 20));
    MemoryUse before = Diagnostics.memoryUse();

    try (NpyFile file = NpyFile.open(path);
        Lease _ = file.acquire("index 7")) {
      MemoryUse open = Diagnostics.now().use();
      assertThat(open.mappings()).isEqualTo(before.mappings() + 1);
      assertThat(open.mappedBytes() - before.mappedBytes())
          .isBetween(72L << 20, (72L << 20) + 65536);
      assertThat(open.leases()).isEqualTo(before.leases() + 1);
      assertThat(open.holders())
          .anyMatch(text -> text.matches("\\Q" + path + "\\E: 'index 7' for \\d+\\.\\d s"));
      assertThat(open.stagingBuffers()).isNotNegative();
    }

    assertThat(Diagnostics.memoryUse().mappedBytes()).isEqualTo(before.mappedBytes());
    assertThat(Diagnostics.memoryUse().mappings()).isEqualTo(before.mappings());
    assertThat(Diagnostics.memoryUse().leases()).isEqualTo(before.leases());
    assertThat(Diagnostics.memoryUse().holders()).isEqualTo(before.holders());
  }

  @Test
  void hugePagesInUseAreCounted() {
    long before = Diagnostics.memoryUse().hugePageBytes();

    try (HugePageArena arena = HugePageArena.ofShared()) {
      var _ = arena.allocate(HugePageArena.LEAST, 64);
      assertThat(Diagnostics.memoryUse().hugePageBytes()).isEqualTo(before + HugePageArena.LEAST);
    }
  }

  @Test
  void jmxHasThemOnceRegistered() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName(Diagnostics.MXBEAN);

    Diagnostics.register();
    Diagnostics.register();

    Diagnostics now = Diagnostics.now();
    assertThat(server.getAttribute(name, "NativeAccess")).isEqualTo(now.isNative());
    assertThat(server.getAttribute(name, "Loops")).isEqualTo(now.loops());
    assertThat(server.getAttribute(name, "HugePages")).isEqualTo(now.hugePages());
    assertThat(server.getAttribute(name, "HugePageBudget")).isEqualTo(now.budget());
    assertThat(server.getAttribute(name, "Mappings")).isEqualTo(now.use().mappings());
    assertThat(server.getAttribute(name, "MappedBytes")).isEqualTo(now.use().mappedBytes());
    assertThat(server.getAttribute(name, "LeaseHolders")).isEqualTo(new String[0]);
    for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
      assertThat(server.getAttribute(name, attribute.getName())).isNotNull();
    }
    server.unregisterMBean(name);
  }
}
