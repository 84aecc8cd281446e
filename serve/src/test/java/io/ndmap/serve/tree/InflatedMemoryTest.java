package io.ndmap.serve.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npz.NpzOptions;
import io.ndmap.serve.answer.Problem;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InflatedMemoryTest {

  private static final long MOST = 20_000;

  @TempDir private Path directory;

  /// Each of the archives is within the limit, and both together are not.
  @Test
  void theLimitIsForAllArchivesTogether() throws IOException {
    Python.run(
        """
        import sys, numpy as np
        d = sys.argv[1]
        for name in 'ab':
            np.savez_compressed(d + '/' + name + '.npz', x=np.arange(1500.), y=np.arange(1500.))
        np.savez_compressed(d + '/large.npz', x=np.zeros(3000))
        np.savez(d + '/stored.npz', x=np.zeros(3000))
        """,
        directory);
    String root = directory.getFileName() + "/";
    try (FileTree tree =
        FileTree.of(List.of(directory), NpzOptions.DEFAULT.withMaxInflatedBytes(MOST))) {
      OpenArray a = tree.open(root + "a.npz::x");
      tree.open(root + "a.npz::x").close();
      assertThat(tree.inflatedBytes()).isEqualTo(12_128);
      tree.open(root + "stored.npz::x").close();
      assertThatThrownBy(() -> tree.open(root + "b.npz::x"))
          .isInstanceOfSatisfying(Problem.class, e -> assertThat(e.status()).isEqualTo(503))
          .hasMessage(
              "'x' would take 12128 bytes of memory in addition to the inflated members in"
                  + " use, the limit is 20000");
      assertThatThrownBy(() -> tree.open(root + "large.npz::x"))
          .isInstanceOf(ResourceLimitException.class)
          .hasMessageContaining("the inflated member takes 24000 bytes");
      a.close();
      tree.open(root + "b.npz::x").close();
      assertThat(tree.inflatedBytes()).isEqualTo(12_128);
    }
  }

  @Test
  void closingReleasesWhatIsClaimed() {
    InflatedMemory memory = new InflatedMemory(10, () -> {});
    memory.claim("x", 7);
    memory.claim("y", 3);
    assertThatThrownBy(() -> memory.claim("z", 1)).isInstanceOf(Problem.class);
    memory.release(7);
    memory.claim("z", 1);
    assertThat(memory.bytes()).isEqualTo(4);
  }
}
