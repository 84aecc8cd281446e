package io.ndmap.serve.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.array.Creation;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npz.NpzOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Bodies;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.tree.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetaRouteTest {

  @TempDir private Path directory;
  private FileTree tree;

  @BeforeEach
  void write() throws IOException {
    Path served = Files.createDirectories(directory.resolve("d"));
    archive(served.resolve("all.npz"), "x", "deep/x", "x::y.npz");
    archive(served.resolve("odd::all.npz"), "x");
    archive(served.resolve("a.npz"), "x", "b.npy");
    archive(directory.resolve("weights.npz"), "x");
    Files.move(directory.resolve("weights.npz"), directory.resolve("weights.bin"));
    for (String file : List.of("a.npy", "a.npz::b.npy", "gone.npz::b.npy", "::all.npz::b.npy")) {
      NpyFile.write(served.resolve(file), Creation.arange(3));
    }
    tree = FileTree.of(List.of(served, directory.resolve("weights.bin")), NpzOptions.DEFAULT);
  }

  private static void archive(Path file, String... members) throws IOException {
    try (NpzWriter writer = NpzWriter.create(file)) {
      for (String member : members) {
        writer.add(member, Creation.arange(5));
      }
      writer.publish();
    }
  }

  @AfterEach
  void close() {
    tree.close();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "d/a.npy,             d/a.npy,             null,     3",
        "weights.bin::x,      weights.bin,         x,        5",
        "d/all.npz::deep/x,   d/all.npz,           deep/x,   5",
        "d/all.npz::x::y.npz, d/all.npz,           x::y.npz, 5",
        "d/odd::all.npz::x,   d/odd::all.npz,      x,        5",
        "d/gone.npz::b.npy,   d/gone.npz::b.npy,   null,     3",
        "d/::all.npz::b.npy,  d/::all.npz::b.npy,  null,     3",
        "d/a.npz::x,          d/a.npz,             x,        5",
        "d/a.npz::b.npy,      d/a.npz::b.npy,      null,     3",
      })
  void fileAndMemberAreReported(String name, String file, String member, int items)
      throws IOException {
    JsonObject meta = meta(name);
    assertThat(meta.get("name").getAsString()).isEqualTo(name);
    assertThat(meta.get("file").getAsString()).isEqualTo(file);
    JsonElement found = meta.get("member");
    assertThat(found.isJsonNull() ? null : found.getAsString()).isEqualTo(member);
    assertThat(meta.getAsJsonArray("shape").get(0).getAsInt()).isEqualTo(items);
  }

  @Test
  void archivesAreThemselvesNoMembers() throws IOException {
    assertThat(meta("weights.bin").has("member")).isFalse();
  }

  @Test
  void noArrayIsAProblem() {
    assertThatThrownBy(() -> meta("d/none.npy"))
        .isInstanceOf(Problem.class)
        .hasMessage("there is no 'd/none.npy'");
  }

  private JsonObject meta(String name) throws IOException {
    Call call = new Call("", Map.of("path", name), Map.of(), () -> {});
    try (Answer answer = new MetaRoute(tree).answer(call)) {
      return JsonParser.parseString(new String(Bodies.bytes(answer), UTF_8)).getAsJsonObject();
    }
  }
}
