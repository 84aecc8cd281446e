package io.ndmap.serve.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.array.Creation;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.NpyHeader;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.tree.OpenArray;
import io.ndmap.serve.tree.Tree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetaRouteTest {

  @TempDir private Path directory;
  private NpyHeader header;

  @BeforeEach
  void write() throws IOException {
    Path file = directory.resolve("x.npy");
    NpyFile.write(file, Creation.arange(3));
    try (NpyFile written = NpyFile.open(file)) {
      header = written.header();
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "a.npy,               a.npy,             null",
        "weights.bin::x,      weights.bin,       x",
        "d/all.npz::deep/x,   d/all.npz,         deep/x",
        "d/all.npz::x::y.npz, d/all.npz,         x::y.npz",
        "odd::all.npz::x,     odd::all.npz,      x",
        "gone.npz::b.npy,     gone.npz::b.npy,   null",
        "::all.npz::b.npy,    ::all.npz::b.npy,  null"
      })
  void fileAndMemberAreTold(String name, String file, String member) throws IOException {
    JsonObject meta = meta(name);
    assertThat(meta.get("name").getAsString()).isEqualTo(name);
    assertThat(meta.get("file").getAsString()).isEqualTo(file);
    JsonElement told = meta.get("member");
    assertThat(told.isJsonNull() ? null : told.getAsString()).isEqualTo(member);
  }

  @Test
  void archivesAreThemselvesNoMembers() throws IOException {
    assertThat(meta("weights.bin").has("member")).isFalse();
  }

  private JsonObject meta(String name) throws IOException {
    Call call = new Call("", Map.of("path", name), Map.of(), () -> {});
    try (Answer answer = new MetaRoute(new Archives(header)).answer(call)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      answer.body().write(out, 0, answer.body().length());
      return JsonParser.parseString(out.toString(UTF_8)).getAsJsonObject();
    }
  }

  /// A few archives; all other names whose text ends as that of an array are arrays.
  private record Archives(NpyHeader header) implements Tree {

    private static final List<String> NAMES = List.of("weights.bin", "d/all.npz", "odd::all.npz");

    @Override
    public Kind kind(String name) {
      if (NAMES.contains(name)) {
        return Kind.ARCHIVE;
      }
      if (name.endsWith(".npy") || NAMES.stream().anyMatch(any -> name.startsWith(any + "::"))) {
        return Kind.ARRAY;
      }
      throw new Problem(404, "there is no '" + name + "'");
    }

    @Override
    public List<Entry> list(String name) {
      return List.of();
    }

    @Override
    public Description describe(String name) {
      return new Description(name, header, "tag");
    }

    @Override
    public OpenArray open(String name) {
      throw new AssertionError(name);
    }
  }
}
