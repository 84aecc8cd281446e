package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzRepair;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.posix.Posix;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The rights of a new file, and the attributes that it keeps of the one that it replaces.
class ReplacedFileTest {

  private static final CreateOptions REPLACING = CreateOptions.DEFAULT.withReplacing();
  private static final int SOMEBODY = 12345;
  private static final int THEIR_GROUP = 23456;

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void requirePermissions() {
    path = directory.resolve("x.npy");
    assumeTrue(
        path.getFileSystem().supportedFileAttributeViews().contains("unix"),
        "files have no owners and permissions on this system");
  }

  private static void create(Path path) throws IOException {
    NpyFile.create(path, DType.INT8, Shape.of(5), Order.C, REPLACING).close();
  }

  private static Path old(Path path, int mode) throws IOException {
    Files.writeString(path, "old");
    Files.setAttribute(path, "unix:mode", mode);
    return path;
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private List<String> child(List<String> wrapper) throws Exception {
    return child(wrapper, "-", path);
  }

  private static List<String> child(List<String> wrapper, Object... arguments) throws Exception {
    try (ChildJvm child =
        ChildJvm.start(wrapper, List.of(ChildJvm.NATIVE), RightsChild.class, arguments)) {
      return child.finish();
    }
  }

  @Test
  void aNewFileIsTheOwnersAloneUntilItHasWhatTheUmaskAllows() throws Exception {
    List<Object> arguments = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (String each :
        List.of("022 rw-r--r--", "077 rw-------", "002 rw-rw-r--", "037 rw-r-----")) {
      String umask = each.substring(0, 3);
      arguments.add(umask);
      arguments.add(Files.createDirectory(directory.resolve(umask)).resolve("x.npy"));
      String permissions = each.substring(4);
      expected.addAll(
          List.of(
              "BEGUN rw-------",
              "HEADER_WRITTEN rw-------",
              "SPACE_RESERVED " + permissions,
              "FORCED " + permissions,
              "PUBLISHED " + permissions,
              "NAME_FORCED " + permissions));
    }
    assertThat(child(List.of(), arguments.toArray())).isEqualTo(expected);
  }

  @Test
  void aFileIsTheOwnersAloneWhileACallbackFillsIt() throws IOException {
    old(path, 0666);
    Path other = directory.resolve("other.npy");
    for (Path each : List.of(path, other)) {
      NpyFile.create(
              each,
              DType.INT8,
              Shape.of(5),
              Order.C,
              REPLACING,
              view -> {
                view.setLong(new long[1], 7);
                assertThat(directory.toFile().listFiles((_, name) -> name.endsWith(".tmp")))
                    .singleElement()
                    .satisfies(
                        file -> assertThat(permissions(file.toPath())).isEqualTo("rw-------"));
              })
          .close();
    }
    assertThat(permissions(path)).isEqualTo("rw-rw-rw-");
    assertThat(permissions(other)).isEqualTo(permissions(Files.createFile(directory.resolve("y"))));
  }

  @ParameterizedTest
  @CsvSource({
    "600, rw-------",
    "640, rw-r-----",
    "244, -w-r--r--",
    "666, rw-rw-rw-",
    "7755, rwxr-xr-x"
  })
  void theModeStaysWithoutTheSetIdBits(String mode, String permissions) throws IOException {
    create(old(path, Integer.parseInt(mode, 8)));
    assertThat(Files.size(path)).isEqualTo(133);
    assertThat(permissions(path)).isEqualTo(permissions);
    assertThat((int) Files.getAttribute(path, "unix:mode") & 07000).isZero();
    assertThat(directory).isDirectoryNotContaining(file -> !file.equals(path));
  }

  private void oldOfSomebody(int mode) throws IOException {
    oldOfSomebody(path, mode);
  }

  private static void oldOfSomebody(Path path, int mode) throws IOException {
    assumeTrue(
        (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0,
        "only root can make a file of another user: what becomes of its owner is not tested");
    old(path, mode);
    Files.setAttribute(path, "unix:gid", THEIR_GROUP);
    Files.setAttribute(path, "unix:uid", SOMEBODY);
  }

  private List<Object> owners() throws IOException {
    return owners(path);
  }

  private static List<Object> owners(Path path) throws IOException {
    return List.of(Files.getAttribute(path, "unix:uid"), Files.getAttribute(path, "unix:gid"));
  }

  @Test
  void ownerAndGroupStayWhereTheyMay() throws IOException {
    oldOfSomebody(0640);
    create(path);
    assertThat(Files.size(path)).isEqualTo(133);
    assertThat(owners()).containsExactly(SOMEBODY, THEIR_GROUP);
    assertThat(permissions(path)).isEqualTo("rw-r-----");
  }

  /// Members of the old group may be among the others now, and the other way round.
  @Test
  void withoutTheOldGroupPermissionsDoNotGrow() throws Exception {
    List<Object> arguments = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (String each :
        List.of(
            "640 rw-------", "664 rw-r--r--", "660 rw-------", "604 rw-------", "755 rwxr-xr-x")) {
      Path old = Files.createDirectory(directory.resolve(each.substring(0, 3))).resolve("x.npy");
      oldOfSomebody(old, Integer.parseInt(each.substring(0, 3), 8));
      arguments.addAll(List.of("-", old));
      expected.addAll(List.of("BEGUN rw-------", "NAME_FORCED " + each.substring(4)));
    }
    List<String> wrapper = List.of("setpriv", "--bounding-set", "-chown,-fowner");
    Commands.requireWrapper(wrapper);
    assertThat(child(wrapper, arguments.toArray()))
        .filteredOn(line -> line.startsWith("BEGUN") || line.startsWith("NAME_FORCED"))
        .isEqualTo(expected);
    for (int k = 1; k < arguments.size(); k += 2) {
      assertThat(owners((Path) arguments.get(k)))
          .containsExactly(0, Files.getAttribute(directory, "unix:gid"));
    }
  }

  @Test
  void theGroupStaysForItsMembersAlsoWhereTheOwnerCannot() throws Exception {
    oldOfSomebody(0660);
    List<String> wrapper =
        List.of("setpriv", "--groups", "0," + THEIR_GROUP, "--bounding-set", "-chown,-fowner");
    Commands.requireWrapper(wrapper);
    assertThat(child(wrapper)).endsWith("NAME_FORCED rw-rw----");
    assertThat(owners()).containsExactly(0, THEIR_GROUP);
  }

  // ---- files that may not be written

  interface Replacing {
    void replace(Path path) throws IOException;
  }

  private static void write(Path path) throws IOException {
    NpyFile.write(path, NdView.zeros(DType.INT8, 5), Order.C, REPLACING);
  }

  private static void publish(Path path) throws IOException {
    Path working = path.resolveSibling("working");
    NpyFile.write(working, NdView.zeros(DType.INT8, 5));
    try {
      NpyFile.publish(working, path, REPLACING);
    } finally {
      Files.deleteIfExists(working);
    }
  }

  private static void archive(Path path) throws IOException {
    try (NpzWriter writer = NpzWriter.create(path, NpzWriteOptions.DEFAULT.withReplacing())) {
      writer.publish();
    }
  }

  private static void append(Path path) throws IOException {
    try (NpzWriter writer = NpzWriter.append(path, NpzWriteOptions.DEFAULT)) {
      writer.publish();
    }
  }

  private static void extract(Path path) throws IOException {
    Path source = path.resolveSibling("source.npz");
    try (NpzWriter writer = NpzWriter.create(source)) {
      writer.add("x", NdView.zeros(DType.INT8, 5));
      writer.publish();
    }
    try (NpzFile archive = NpzFile.open(source)) {
      archive.member("x").extract(path, true);
    }
  }

  private static void align(Path path) throws IOException {
    var _ = NpzRepair.align(path);
  }

  static Stream<Named<Replacing>> replacing() {
    return Stream.of(
        Named.of("create", ReplacedFileTest::create),
        Named.of("write", ReplacedFileTest::write),
        Named.of("publish", ReplacedFileTest::publish),
        Named.of("NpzWriter.create", ReplacedFileTest::archive),
        Named.of("NpzWriter.append", ReplacedFileTest::append),
        Named.of("NpzRepair.align", ReplacedFileTest::align),
        Named.of("NpzMember.extract", ReplacedFileTest::extract));
  }

  /// Stores of data-versioning tools hold such files, to which links lead.
  @ParameterizedTest
  @MethodSource("replacing")
  void aFileWithoutWritePermissionIsNotReplaced(Replacing how) throws IOException {
    Path store = Files.createDirectory(directory.resolve("store"));
    Path kept = store.resolve("ab12");
    archive(kept);
    byte[] before = Files.readAllBytes(kept);
    Files.setAttribute(kept, "unix:mode", 0444);
    Path link = Files.createSymbolicLink(path, kept);
    assertThatThrownBy(() -> how.replace(link))
        .isExactlyInstanceOf(AccessDeniedException.class)
        .hasMessage(
            link
                + ": leads to "
                + kept
                + ", which is write-protected, and so not replaced; make that file writable, or"
                + " remove the link for a new file here");
    assertThatThrownBy(() -> how.replace(kept))
        .isExactlyInstanceOf(AccessDeniedException.class)
        .hasMessage(
            kept + ": write-protected, and so not replaced; make it writable, or remove it first");
    assertThat(kept).hasBinaryContent(before);
    assertThat(store)
        .isDirectoryNotContaining(file -> !file.endsWith("ab12") && !file.endsWith("source.npz"));
    Files.delete(link);
    Files.deleteIfExists(directory.resolve("source.npz"));
    Files.deleteIfExists(store.resolve("source.npz"));
    Files.setAttribute(kept, "unix:mode", 0644);
    Files.createSymbolicLink(path, kept);
    how.replace(path);
    assertThat(path).isSymbolicLink();
    assertThat(permissions(kept)).isEqualTo("rw-r--r--");
  }

  /// A writable directory is not enough.
  @Test
  void aFileThatOnlyOthersMayWriteIsNotReplaced() throws Exception {
    oldOfSomebody(0644);
    List<String> wrapper =
        List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search,-fowner,-chown");
    Commands.requireWrapper(wrapper);
    assertThatThrownBy(() -> child(wrapper))
        .hasMessageContaining(path + ": write-protected, and so not replaced");
    assertThat(path).hasContent("old");
  }

  // ---- symbolic links

  private Path link(String name, String target) throws IOException {
    return Files.createSymbolicLink(directory.resolve(name), Path.of(target));
  }

  @ParameterizedTest
  @ValueSource(strings = {"relative", "absolute", "chain", "through"})
  void aLinkStaysAndItsTargetIsReplaced(String kind) throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path target = old(data.resolve("real.npy"), 0600);
    Path link =
        switch (kind) {
          case "relative" -> link("x.npy", "data/real.npy");
          case "absolute" -> link("x.npy", target.toString());
          case "chain" -> {
            link("middle", directory.resolve("data").resolve("last").toString());
            Files.createSymbolicLink(data.resolve("last"), Path.of("../data/real.npy"));
            yield link("x.npy", "middle");
          }
          default -> {
            // The system resolves "..": the link's directory is a link.
            Path inner = Files.createDirectories(data.resolve("inner"));
            Files.createSymbolicLink(inner.resolve("x.npy"), Path.of("../real.npy"));
            yield link("shortcut", "data/inner").resolve("x.npy");
          }
        };
    try (NpyFile file = NpyFile.create(link, DType.INT8, Shape.of(5), Order.C, REPLACING)) {
      assertThat(file.path()).isEqualTo(link);
      file.force();
    }
    assertThat(link).isSymbolicLink();
    assertThat(target).isRegularFile();
    assertThat(Files.isSymbolicLink(target)).isFalse();
    assertThat(Files.size(target)).isEqualTo(133);
    assertThat(permissions(target)).isEqualTo("rw-------");
    assertThat(data).isDirectoryNotContaining(file -> file.toString().endsWith(".tmp"));
    assertThat(directory).isDirectoryNotContaining(file -> file.toString().endsWith(".tmp"));
  }

  @Test
  void aLinkThatLeadsNowhereMakesTheFileItNames() throws IOException {
    Files.createDirectory(directory.resolve("data"));
    Path link = link("x.npy", "data/new.npy");
    create(link);
    assertThat(link).isSymbolicLink();
    assertThat(Files.size(directory.resolve("data/new.npy"))).isEqualTo(133);
    Path lost = link("lost.npy", "none/new.npy");
    assertThatThrownBy(() -> create(lost))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(directory.resolve("none/new.npy") + ": no such directory");
  }

  @Test
  void linksInACircleAreRefused() throws IOException {
    Path link = link("x.npy", "y.npy");
    link("y.npy", "x.npy");
    assertThatThrownBy(() -> create(link))
        .isExactlyInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(link + ": Too many levels of symbolic links");
    assertThat(link).isSymbolicLink();
  }

  @Test
  void aLinkToADirectoryIsNotReplaced() throws IOException {
    Files.createDirectory(directory.resolve("data"));
    Path link = link("x.npy", "data");
    assertThatThrownBy(() -> create(link))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage(link + ": not a regular file; only regular files are replaced");
  }

  private static final String ACCESS = "system.posix_acl_access";

  /// An access control list as Linux keeps it, in which the group may only read, and somebody else
  /// may write.
  private static ByteBuffer list() {
    ByteBuffer list = ByteBuffer.allocate(4 + 5 * 8).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
    int[][] entries = {{1, 6, -1}, {2, 6, SOMEBODY}, {4, 4, -1}, {16, 6, -1}, {32, 0, -1}};
    for (int[] entry : entries) {
      list.putShort((short) entry[0]).putShort((short) entry[1]).putInt(entry[2]);
    }
    return list.flip();
  }

  private static void give(Path file, String name) {
    int errno = Posix.setExtendedAttribute(file, name, Optional.of(list()));
    assumeTrue(errno == 0, "no access control lists here: errno " + errno);
  }

  @Test
  void anAccessControlListStays() throws IOException {
    give(old(path, 0600), ACCESS);
    assertThat(permissions(path)).isEqualTo("rw-rw----");
    create(path);
    assertThat(permissions(path)).isEqualTo("rw-rw----");
    assertThat(Posix.extendedAttribute(path, ACCESS)).contains(list());
  }

  @Test
  void aListOfTheDirectoryGivesNobodyMoreThanTheReplacedFileDid() throws IOException {
    old(path, 0640);
    give(directory, "system.posix_acl_default");
    create(path);
    assertThat(permissions(path)).isEqualTo("rw-r-----");
    assertThat(Posix.extendedAttribute(path, ACCESS)).isEmpty();
    Path other = directory.resolve("new.npy");
    create(other);
    assertThat(Posix.extendedAttribute(other, ACCESS)).contains(list());
  }
}
