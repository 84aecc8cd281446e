package io.ndmap.npz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.mmap.OpenMode;
import io.ndmap.npz.NpzRepair.Action;
import io.ndmap.npz.NpzRepair.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Repairs say what they do, and leave alone what they cannot do without losing something.
class NpzRepairTest {

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("x.npz");
  }

  /// The bytes of an archive of one array up to its central directory.
  private byte[] members(NpzWriteOptions options) throws IOException {
    try (NpzWriter writer = NpzWriter.create(path, options)) {
      writer.add("a", NpzChild.numbers(100, 1));
      writer.publish();
    }
    byte[] bytes = Files.readAllBytes(path);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return Arrays.copyOf(bytes, text.indexOf("PK\1\2"));
  }

  @Test
  void aRebuiltDirectoryIsDescribed() throws IOException {
    byte[] members = members(NpzWriteOptions.DEFAULT);
    Files.write(path, members);
    String damage = NpzRepair.verify(path).damage().orElseThrow().getMessage();
    assertThat(damage).startsWith(path + ": ");
    assertThat(NpzRepair.plan(path))
        .containsExactly(
            new Action(
                Kind.REBUILD_DIRECTORY,
                path.toString(),
                damage + "; complete members: 1, up to byte " + members.length));
    assertThat(NpzRepair.repair(path)).hasSize(1);
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
  }

  /// The lost directory alone says which of them is read.
  @Test
  void membersOfOneNameWithoutADirectoryAreLeftAlone() throws IOException {
    ByteArrayOutputStream twice = new ByteArrayOutputStream();
    byte[] members = members(NpzWriteOptions.DEFAULT);
    twice.write(members);
    twice.write(members);
    Files.write(path, twice.toByteArray());
    assertThat(NpzRepair.plan(path)).isEmpty();
    assertThat(NpzRepair.repair(path)).isEmpty();
    assertThat(path).hasBinaryContent(twice.toByteArray());
  }

  /// Neither by another file nor in place, also by a user who may write everything.
  @ParameterizedTest
  @EnumSource(names = {"REBUILD_DIRECTORY", "CLEAR_MARK"})
  void aWriteProtectedArchiveIsNotRepaired(Kind kind) throws IOException {
    byte[] members = members(NpzWriteOptions.DEFAULT);
    byte[] bytes = kind == Kind.CLEAR_MARK ? marked() : members;
    Files.write(path, bytes);
    assertThat(NpzRepair.plan(path)).extracting(Action::kind).containsExactly(kind);
    Files.setAttribute(path, "unix:mode", 0444);
    assertThatThrownBy(() -> NpzRepair.repair(path))
        .isExactlyInstanceOf(AccessDeniedException.class)
        .hasMessage(
            path + ": write-protected, and so not replaced; make it writable, or remove it first");
    if (kind == Kind.CLEAR_MARK) {
      assertThatThrownBy(() -> NpzRepair.acceptBytes(path, "a"))
          .isExactlyInstanceOf(AccessDeniedException.class);
    }
    assertThat(path).hasBinaryContent(bytes);
  }

  /// The bytes of the archive while its member is being updated.
  private byte[] marked() throws IOException {
    try (NpzFile archive = NpzFile.open(path, OpenMode.READ_WRITE)) {
      assertThat(archive.view("a").itemCount()).isEqualTo(100);
      return Files.readAllBytes(path);
    }
  }

  @Test
  void wrongBytesOfACompressedMemberAreNotAccepted() throws IOException {
    byte[] members = members(NpzWriteOptions.DEFAULT.withDeflated(6));
    byte[] bytes = Files.readAllBytes(path);
    bytes[members.length - 20] ^= 1;
    Files.write(path, bytes);
    NpzReport report = NpzRepair.verify(path);
    assertThat(report.isSound()).isFalse();
    assertThat(report.members())
        .singleElement()
        .extracting(NpzReport.Member::state)
        .isEqualTo(NpzReport.State.REFUSED);
    assertThat(NpzRepair.repair(path)).isEmpty();
    assertThatThrownBy(() -> NpzRepair.acceptBytes(path, "a"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(path + "::a.npy: the member is compressed");
    assertThatThrownBy(() -> NpzRepair.acceptBytes(path, "b"))
        .isExactlyInstanceOf(NoSuchElementException.class)
        .hasMessageStartingWith(path + ": ");
    assertThat(path).hasBinaryContent(bytes);
  }
}
