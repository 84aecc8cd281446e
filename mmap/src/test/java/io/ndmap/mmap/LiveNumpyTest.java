package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.IntView;
import io.ndmap.nd.NdView;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One file, mapped by NumPy and by us at the same time.
@Tag("either-way")
class LiveNumpyTest {

  @TempDir Path directory;

  @BeforeEach
  void requireNumpy() {
    Python.require();
  }

  @Test
  void numpySeesOurStoresWhileTheFileIsMapped() throws IOException {
    Path path = directory.resolve("x.npy");
    try (NpyFile file = NpyFile.create(path, DType.FLOAT64, Shape.of(100, 200), Order.F)) {
      DoubleView view = file.view(DoubleView.class);
      for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 200; j++) {
          view.set(i, j, i * 1000.0 + j);
        }
      }
      String program =
          """
          import sys
          import numpy as np
          a = np.load(sys.argv[1], mmap_mode='r+')
          assert a.flags.f_contiguous and a.shape == (100, 200), a.flags
          i, j = np.indices(a.shape)
          assert (a == i * 1000.0 + j).all()
          a[5, 7] = -1
          a[99, 199] = np.inf
          """;
      assertThat(Python.run(program, path.toString())).isEmpty();
      assertThat(view.get(5, 7)).isEqualTo(-1);
      assertThat(view.get(99, 199)).isEqualTo(Double.POSITIVE_INFINITY);
      assertThat(view.get(5, 8)).isEqualTo(5008);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "np.arange(24, dtype='>i4').reshape(2, 3, 4)",
        "np.asfortranarray(np.arange(24, dtype='<i4').reshape(2, 3, 4))",
        "np.arange(24, dtype='<i4').reshape(2, 3, 4).transpose(2, 0, 1)",
      })
  void weReadWhatNumpySaves(String array) throws IOException {
    Path path = directory.resolve("x.npy");
    String program =
        "import sys; import numpy as np; a = "
            + array
            + "; np.save(sys.argv[1], a); print(a.shape, int(a[1, 1, 2]))";
    String answer = Python.run(program, path.toString()).strip();
    try (NpyFile file = NpyFile.open(path)) {
      IntView view = file.view(IntView.class);
      assertThat(file.shape() + " " + view.get(1, 1, 2)).isEqualTo(answer);
    }
  }

  @Test
  void fieldsOfAStructureAreWrittenInPlace() throws IOException {
    Path path = directory.resolve("x.npy");
    DType dtype = DType.parse("[('id', '<i4'), ('', '|V4'), ('xy', '>f8', (2,))]");
    try (NpyFile file = NpyFile.create(path, dtype, Shape.of(3), Order.C)) {
      NdView<?> view = file.view();
      view.field("id").as(IntView.class).set(2, 17);
      view.field("xy").as(DoubleView.class).set(1, 0, 2.5);
      file.force();
    }
    String program =
        "import sys; import numpy as np; a = np.load(sys.argv[1]); print(a.dtype.names,"
            + " a['id'].tolist(), a['xy'].tolist())";
    assertThat(Python.run(program, path.toString()).strip())
        .isEqualTo("('id', 'xy') [0, 0, 17] [[0.0, 0.0], [2.5, 0.0], [0.0, 0.0]]");
  }
}
