package io.ndmap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import io.ndmap.testing.Python;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Arrays of Python objects, as `get --allow-pickle` prints them.
class ObjectJsonTest {

  @TempDir private Path directory = Path.of("");

  private void objects() {
    Python.run(
        """
        import datetime, decimal, fractions, uuid
        a = np.empty(15, object)
        a[:] = [None, True, 2**70, 0.5, float('nan'), 1+2j, 'é', b'\\x01\\xff', [1, (2, {3})],
                {'a': 1}, {1: 'a'}, datetime.date(2026, 1, 2), decimal.Decimal('1.10'),
                fractions.Fraction(1, 3), uuid.UUID(int=1)]
        np.save(argv[0] + '/o.npy', a)
        np.savez(argv[0] + '/o.npz', o=a, s=np.array([(1, 'x')], [('i', 'i4'), ('o', 'O')]))
        """,
        directory);
  }

  private static final String VALUES =
      "[null,true,1180591620717411303424,0.5,\"nan\",[1.0,2.0],\"é\",\"01ff\",[1,[2,[3]]],"
          + "{\"a\":1},[[1,\"a\"]],\"2026-01-02\",\"1.10\",\"1/3\","
          + "\"00000000-0000-0000-0000-000000000001\"]";

  @Test
  void valuesAreJson() {
    objects();
    Cli cli = Cli.run("get", directory.resolve("o.npy"), "--json", "--allow-pickle");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.json().get("descr").getAsString()).isEqualTo("'|O'");
    assertThat(cli.json().get("values")).hasToString(VALUES);
  }

  @Test
  void soAreThoseOfMembers() {
    objects();
    Path archive = directory.resolve("o.npz");
    assertThat(Cli.run("get", archive + "::o", "--json", "--allow-pickle").json().get("values"))
        .hasToString(VALUES);
    assertThat(Cli.run("get", archive + "::s", "--json", "--allow-pickle").json().get("values"))
        .hasToString("[[1,\"x\"]]");
  }

  @Test
  void theyAreRefusedUnlessAskedFor() {
    objects();
    Cli cli = Cli.run("get", directory.resolve("o.npy"), "--json");
    assertThat(cli.exit()).isEqualTo(1);
    assertThat(cli.json().get("error").getAsString()).isEqualTo("ObjectArrayException");
    assertThat(Cli.run("get", directory.resolve("o.npy")).err()).contains("--allow-pickle");
  }

  @Test
  void aMemberOfObjectsSpoilsNoDigest() {
    Path archive = directory.resolve("mixed.npz");
    Python.run("np.savez(argv[0], o=np.array([None]), i=np.arange(3))", archive);
    Cli cli = Cli.run("digest", archive);
    assertThat(cli.exit()).isZero();
    JsonArray members = cli.json().getAsJsonArray("members");
    assertThat(members.get(0).getAsJsonObject().get("error").getAsString())
        .isEqualTo("ObjectArrayException");
    assertThat(members.get(1).getAsJsonObject().get("raw_sha256").getAsString()).hasSize(64);
  }
}
