package io.ndmap.npz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Processes that die, or shorten what others have mapped.
class NpzProcessesTest {

  private static final List<String> FLAGS = List.of("-XX:-CreateCoredumpOnCrash", ChildJvm.NATIVE);
  private static final String TEST = "import zipfile; print(zipfile.ZipFile(argv[0]).testzip())";

  @TempDir Path directory;

  private Path archive() throws IOException {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path)) {
      writer.add("a", NpzChild.numbers(1000, 1));
      writer.publish();
    }
    return path;
  }

  private static void killAt(String what, Path path, String moment) throws Exception {
    try (ChildJvm child = ChildJvm.start(FLAGS, NpzChild.class, what, path, moment)) {
      assertThat(child.line()).isEqualTo(moment);
      child.kill();
    }
  }

  private void requireOnlyTemporaryFilesBeside(Path path) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(
              files.filter(file -> !file.equals(path)).map(file -> file.getFileName().toString()))
          .allMatch(name -> name.matches("\\.x\\.npz\\.\\d+-[0-9a-f]{16}\\.tmp"));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = NpzWriter.Step.class,
      names = {"FORCED", "PUBLISHED"})
  void aKilledWriterLeavesTheOldArchiveOrTheNewOne(NpzWriter.Step step) throws Exception {
    Path path = archive();
    killAt("create", path, step.name());
    requireOnlyTemporaryFilesBeside(path);
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
    try (NpzFile file = NpzFile.open(path)) {
      assertThat(file.view("a", DoubleView.class).get(999))
          .isEqualTo(step.compareTo(NpzWriter.Step.PUBLISHED) < 0 ? 1 : 2);
    }
  }

  /// An appender takes the same steps, see below.
  @Tag("heavy")
  @ParameterizedTest
  @EnumSource(
      value = NpzWriter.Step.class,
      names = {"BEGUN", "MEMBER_WRITTEN", "DIRECTORY_WRITTEN", "NAME_FORCED"})
  void aWriterKilledAtAnyOtherStepToo(NpzWriter.Step step) throws Exception {
    aKilledWriterLeavesTheOldArchiveOrTheNewOne(step);
  }

  @ParameterizedTest
  @EnumSource(
      value = NpzWriter.Step.class,
      names = {"MEMBER_WRITTEN", "PUBLISHED"})
  void aKilledAppenderLeavesTheOldArchiveOrTheNewOne(NpzWriter.Step step) throws Exception {
    Path path = archive();
    killAt("append", path, step.name());
    requireOnlyTemporaryFilesBeside(path);
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
    boolean appended = step.compareTo(NpzWriter.Step.PUBLISHED) >= 0;
    try (NpzFile file = NpzFile.open(path)) {
      assertThat(file.keys()).isEqualTo(appended ? List.of("a", "b") : List.of("a"));
    }
    // A dead appender's lock is gone.
    if (!appended) {
      try (NpzWriter writer = NpzWriter.append(path, NpzWriteOptions.DEFAULT)) {
        writer.add("b", NpzChild.numbers(1, 1));
        writer.publish();
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = NpzWriter.Step.class,
      names = {"BEGUN", "COPIED", "DIRECTORY_WRITTEN", "FORCED", "NAME_FORCED"})
  void anAppenderKilledAtAnyOtherStepToo(NpzWriter.Step step) throws Exception {
    aKilledAppenderLeavesTheOldArchiveOrTheNewOne(step);
  }

  @Tag("heavy")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "MAPPED",
        "DATA_FORCED",
        "CRC_FORCED",
        "FORCED",
        "STORED_AGAIN",
        "DATA_FORCED_AGAIN",
        "DIRECTORY_SET_AGAIN",
        "CRC_FORCED_AGAIN"
      })
  void anUpdateThatDiedAtAnyOtherMomentToo(String moment) throws Exception {
    anUpdateThatDiedIsRecognisedAndRepaired(moment);
  }

  @ParameterizedTest
  @ValueSource(strings = {"STORED", "HEADER_SET_AGAIN", "CLOSED"})
  void anUpdateThatDiedIsRecognisedAndRepaired(String moment) throws Exception {
    Path path = archive();
    killAt("update", path, moment);
    boolean untouched = List.of("MARKED", "MAPPED").contains(moment);
    boolean again = moment.endsWith("AGAIN") || moment.equals("CLOSED");
    double first = untouched ? 1 : again ? 5 : 4;
    boolean done = List.of("MARK_CLEARED_AGAIN", "CLOSED").contains(moment);
    boolean crcRight =
        !List.of(
                "STORED",
                "DATA_FORCED",
                "HEADER_SET",
                "STORED_AGAIN",
                "DATA_FORCED_AGAIN",
                "HEADER_SET_AGAIN")
            .contains(moment);
    NpzReport.Member member = NpzRepair.verify(path).members().getFirst();
    assertThat(member.state())
        .isEqualTo(
            done
                ? NpzReport.State.SOUND
                : crcRight ? NpzReport.State.MARKED : NpzReport.State.UPDATE_UNFINISHED);
    Path found = Files.copy(path, directory.resolve("found.npz"));
    try (NpzFile file = NpzFile.open(path)) {
      assertThat(file.member("a").isBeingUpdated()).isEqualTo(!done);
      // The elements are there whatever the CRC says.
      assertThat(file.view("a", DoubleView.class).get(0)).isEqualTo(first);
      if (!crcRight) {
        assertThatThrownBy(() -> file.member("a").verify())
            .isInstanceOf(NpzFormatException.class)
            .hasMessageStartingWith(path + "::a.npy: byte 64: expected the CRC ")
            .hasMessageEndingWith(
                ": a process updates the member, or died before it set the CRC, which NpzRepair"
                    + " can do");
      }
    }
    List<NpzRepair.Action> plan = NpzRepair.plan(path);
    assertThat(plan.stream().map(NpzRepair.Action::kind))
        .isEqualTo(
            done
                ? List.of()
                : List.of(crcRight ? NpzRepair.Kind.CLEAR_MARK : NpzRepair.Kind.SET_CRC));
    assertThat(NpzRepair.repair(path)).isEqualTo(plan);
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
    if (Python.isPresent()) {
      assertThat(
              Python.run(
                  TEST + "; print(zipfile.ZipFile(argv[1]).testzip(), np.load(argv[1])['a'][0])",
                  found,
                  path))
          .isEqualTo((crcRight ? "None" : "a.npy") + "\nNone " + first + "\n");
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"MARKED", "HEADER_SET", "DIRECTORY_SET", "MARK_CLEARED_AGAIN"})
  void anUpdateThatDiedAtManyOtherMomentsToo(String moment) throws Exception {
    anUpdateThatDiedIsRecognisedAndRepaired(moment);
  }

  /// Whenever it dies: the archive opens and holds every round that was done, and is sound or
  /// repaired.
  @Tag("heavy")
  @Test
  void fiveHundredRandomKills() throws Exception {
    Random random = new Random(19);
    int repaired = 0;
    for (int i = 0; i < 500; i++) {
      Files.deleteIfExists(directory.resolve("x.npz"));
      Path path = archive();
      String what = List.of("creates", "appends", "updates").get(random.nextInt(3));
      int done = random.nextInt(8);
      try (ChildJvm child = ChildJvm.start(FLAGS, NpzChild.class, what, path)) {
        for (int round = 1; round <= done; round++) {
          assertThat(child.line()).isEqualTo("" + round);
        }
        // Any moment of the next rounds.
        LockSupport.parkNanos(random.nextInt(20_000_000));
        child.kill();
      }
      repaired += NpzRepair.repair(path).isEmpty() ? 0 : 1;
      assertThat(NpzRepair.verify(path).isSound()).as(what + " " + i).isTrue();
      try (NpzFile file = NpzFile.open(path)) {
        DoubleView values = file.view("a", DoubleView.class);
        double least = values.min();
        if (what.equals("appends")) {
          assertThat(file.keys()).hasSizeGreaterThan(done);
          for (int round = 1; round < file.keys().size(); round++) {
            DoubleView appended = file.view("b" + round, DoubleView.class);
            assertThat(List.of(appended.min(), appended.max())).containsOnly((double) round);
          }
        } else {
          assertThat(least).as(what + " " + i).isGreaterThanOrEqualTo(done);
          assertThat(values.max() - least).isBetween(0.0, what.equals("creates") ? 0.0 : 1.0);
        }
      }
    }
    assertThat(repaired).isGreaterThan(20);
    System.out.println("500 kills, " + repaired + " archives repaired");
  }

  @Test
  void aTruncatedArchiveIsAnErrorAndTheJvmLives() throws Exception {
    Path path = directory.resolve("x.npz");
    NpzChild.zeros(path, 1_000_000);
    try (ChildJvm child = ChildJvm.start(FLAGS, NpzChild.class, "truncated", path)) {
      assertThat(child.line()).isEqualTo("ready");
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(100_000);
      }
      child.send("truncated");
      for (String what : List.of("sum", "fill", "force", "close")) {
        assertThat(child.line())
            .isEqualTo(
                what
                    + " "
                    + path
                    + "::a.npy: the mapped memory cannot be accessed; the file was truncated by"
                    + " another process, its disk is full, or reading it failed");
      }
      assertThat(child.finish()).containsExactly("alive");
    }
  }

  @Tag("heavy")
  @Test
  void fiveGibibytesInASmallHeap() throws Exception {
    assertThat(fiveGibibytes()).exists();
  }

  private Path fiveGibibytes() throws Exception {
    Path path = directory.resolve("x.npz");
    long count = 5L << 27;
    sparse(path, count);
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.OPTIMISED, "-Xmx128m", ChildJvm.NATIVE),
            NpzChild.class,
            "large",
            path)) {
      assertThat(child.finish()).containsExactly(count + " little is read", "7.5 3");
    }
    return path;
  }

  @Tag("heavy")
  @Test
  void pythonFindsNoFaultInFiveGibibytes() throws Exception {
    Python.require();
    Path path = fiveGibibytes();
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
    assertThat(Python.run(TEST, path)).isEqualTo("None\n");
  }

  /// An archive with a member of zeros that takes no disk space: its parts are moved apart.
  private void sparse(Path path, long count) throws IOException {
    try (NpzWriter writer = NpzWriter.create(path, NpzWriteOptions.DEFAULT.withoutReserving())) {
      writer.add("small", NpzChild.numbers(3, 1));
      writer.addZeros("big", DType.FLOAT64, Shape.of(count), Order.C);
      writer.add("after", NpzChild.numbers(3, 1));
      writer.publish();
    }
  }

  /// 64 KB whose zip fields claim 4 GiB or, by zip64, 10, and whose array claims 10; and what
  /// deflate could make, but did not.
  @Test
  void whatClaimsTooMuchCostsNothing() throws Exception {
    Python.require();
    String program =
        """
        import zipfile, struct, zlib
        def claims(path, size, times):
            with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z:
                h = b"\\x93NUMPY\\x01\\x00v\\x00" + repr({'descr': '|u1', 'fortran_order': False, 'shape': (size - 128,)}).encode().ljust(117) + b"\\n"
                for i in range(times):
                    z.writestr(f'{i}.npy', h + np.random.default_rng(i).bytes(60000 // times))
            d = bytearray(open(path, 'rb').read())
            at = 0
            while (at := d.find(b'PK\\1\\2', at)) >= 0:
                struct.pack_into('<L', d, at + 24, min(size, 0xfffffffe))
                local = struct.unpack_from('<L', d, at + 42)[0]
                struct.pack_into('<L', d, local + 22, min(size, 0xfffffffe))
                at += 4
            open(path, 'wb').write(d)
        def claims64(path, size):
            h = b"\\x93NUMPY\\x01\\x00v\\x00" + repr({'descr': '|u1', 'fortran_order': False, 'shape': (size - 128,)}).encode().ljust(117) + b"\\n"
            c = zlib.compressobj(6, zlib.DEFLATED, -15)
            d = c.compress(h + np.random.default_rng(0).bytes(60000)) + c.flush()
            name = b'0.npy'
            extra = struct.pack('<HHQQ', 1, 16, size, len(d))
            fields = struct.pack('<HHHHHLLLHH', 45, 0, 8, 0, 33, 0, 0xffffffff, 0xffffffff, len(name), len(extra))
            local = b'PK\\3\\4' + fields + name + extra
            central = b'PK\\1\\2' + struct.pack('<H', 45) + fields + struct.pack('<HHHLL', 0, 0, 0, 0, 0) + name + extra
            end = b'PK\\5\\6' + struct.pack('<HHHHLLH', 0, 0, 1, 1, len(central), len(local) + len(d), 0)
            open(path, 'wb').write(local + d + central + end)
            assert zipfile.ZipFile(path).infolist()[0].file_size == size
        claims(argv[0], 10 << 30, 1)
        claims(argv[1], 60_000_000, 1)
        claims64(argv[2], 10 << 30)
        """;
    Path huge = directory.resolve("huge.npz");
    Path possible = directory.resolve("possible.npz");
    Path huge64 = directory.resolve("huge64.npz");
    Python.run(program, huge, possible, huge64);
    List<String> flags = List.of("-Xmx64m", ChildJvm.NATIVE);
    String claim =
        "NpzFormatException .*/%s::0.npy: byte 0: it claims %d bytes of \\d+ compressed ones;"
            + " deflate makes at most 1032 of one";
    try (ChildJvm child = ChildJvm.start(flags, NpzChild.class, "bomb", huge, huge64, possible)) {
      List<String> lines = child.finish();
      assertThat(lines).hasSize(6);
      assertThat(lines.get(0)).matches(claim.formatted("huge.npz", 0xfffffffeL));
      assertThat(lines.get(2)).matches(claim.formatted("huge64.npz", 10L << 30));
      assertThat(lines.get(4))
          .matches(
              "TruncatedDataException .*::0.npy: byte 35: the member ends early: expected 60000000"
                  + " bytes, found 60128");
      assertThat(List.of(lines.get(1), lines.get(3), lines.get(5))).containsOnly("cheap");
    }
  }
}
