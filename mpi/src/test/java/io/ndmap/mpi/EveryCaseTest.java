package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.ndmap.dtype.DType;
import io.ndmap.testing.Corpus;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Arrays of all dtypes, shapes and orders that ranks write in parts are those that NumPy writes,
/// and other numbers of ranks read them along other axes. One `mpirun` for each number of ranks,
/// which also tests the collective calls of that many.
class EveryCaseTest {

  /// Compares each file with what NumPy would have written.
  private static final String CHECK =
      """
      import ast, io
      try:
          from numpy.lib._format_impl import _write_array_header
      except ImportError:
          from numpy.lib.format import _write_array_header
      wrong = []
      for case in ask:
          dtype = np.lib.format.descr_to_dtype(ast.literal_eval(case['descr']))
          shape = tuple(case['shape'])
          fortran = case['order'] == 'F'
          header = io.BytesIO()
          _write_array_header(header, {
              'descr': np.lib.format.dtype_to_descr(dtype),
              'fortran_order': fortran, 'shape': shape}, None)
          count = int(np.prod(shape, dtype=object)) * dtype.itemsize
          k = np.arange(count)
          content = ((k * 37 + k // 251 + case['number']) % 256).astype('u1')
          items = content.view('V%d' % dtype.itemsize).reshape(shape) if count else content
          data = items.tobytes('F' if fortran else 'C')
          with open(case['file'], 'rb') as f:
              found = f.read()
          array = np.load(case['file'])
          same = (found == header.getvalue() + data and array.shape == shape
                  and array.dtype == dtype and (count == 0 or np.array_equal(
                      array.view('V%d' % dtype.itemsize), items)))
          if not same:
              wrong.append(str(case))
      answer = [len(ask), wrong[:3]]
      """;

  /// A dtype of each kind.
  private static final List<String> FEW =
      List.of(
          "'<f8'",
          "'>f4'",
          "'<f2'",
          "'<f16'",
          "'>i4'",
          "'|u1'",
          "'|b1'",
          "'>u8'",
          "'<c16'",
          "'|S5'",
          "'|S0'",
          "'>U2'",
          "'<M8[ns]'",
          "'>m8[25s]'",
          "'|V7'",
          "'|V0'",
          "[('a', '<i4'), ('b', '>f8', (2,))]",
          "[('n', [('x', '<c8'), ('y', '|S3')], (2, 1)), ('', '|V5'), ('整', '|b1')]");

  /// A number of ranks: one, without `mpirun`.
  private static final int ALONE = 0;

  @TempDir Path directory;

  @BeforeEach
  void requireNumpy() {
    Python.require();
  }

  @Test
  void aFairSelection() throws IOException {
    checkHalf(Mpirun.OPEN_MPI);
  }

  @Test
  @Tag("slow")
  void aFairSelectionUnderMpich() throws IOException {
    checkHalf(Mpirun.MPICH);
  }

  /// Each dtype with one MPI library.
  private void checkHalf(Mpirun mpirun) throws IOException {
    List<String> every =
        IntStream.range(0, FEW.size())
            .filter(k -> k % 2 == 0 == (mpirun == Mpirun.OPEN_MPI))
            .mapToObj(FEW::get)
            .toList();
    check(mpirun, "fair", every, 2, ALONE);
  }

  @ParameterizedTest
  @EnumSource(Mpirun.class)
  @Tag("heavy")
  void aFairSelectionByMoreRanks(Mpirun mpirun) throws IOException {
    check(mpirun, "fair", FEW, 2, ALONE, 3, 2);
  }

  @ParameterizedTest
  @EnumSource(Mpirun.class)
  @Tag("heavy")
  void everything(Mpirun mpirun) throws IOException {
    check(mpirun, "all", dtypesOfCorpus(), 1, 2, 3, 4, 7);
  }

  /// Each number of ranks reads what the one before has written. In the end, but not of the fair
  /// selection, the first reads what the last has written.
  private void check(Mpirun mpirun, String selection, List<String> dtypes, int... ranks)
      throws IOException {
    mpirun.require();
    Path list = Files.write(directory.resolve("dtypes"), dtypes);
    List<DType> parsed = dtypes.stream().map(DType::parse).toList();
    List<Case> cases = Case.selection(selection, parsed);
    String before = "-";
    for (int count : ranks) {
      Path own = Files.createTempDirectory(directory, count + "-");
      run(mpirun, count, selection, list, before, own);
      assertThat(Python.answer(CHECK, asked(cases, own)).toString())
          .isEqualTo("[" + cases.size() + ",[]]");
      assertThat(own).isDirectoryNotContaining(file -> !file.toString().endsWith(".npy"));
      before = own.toString();
    }
    if (!selection.equals("fair")) {
      run(mpirun, ranks[0], selection, list, before, "-");
    }
  }

  private static void run(Mpirun mpirun, int ranks, Object... arguments) {
    List<String> library = List.of("-Dndmap.mpi.library=" + mpirun.library());
    List<String> command =
        ranks == ALONE
            ? Mpirun.program(library, EveryCase.class, arguments)
            : mpirun.command(ranks, List.of(), EveryCase.class, arguments);
    Mpirun.Outcome outcome = Mpirun.finish(Mpirun.start(command));
    assertThat(outcome.output()).contains(": " + Math.max(1, ranks) + " ranks, ");
    assertThat(outcome.status()).isZero();
  }

  private static JsonArray asked(List<Case> cases, Path directory) {
    JsonArray asked = new JsonArray();
    for (Case each : cases) {
      JsonObject one = new JsonObject();
      one.addProperty("number", each.number());
      one.addProperty("file", each.file(directory).toString());
      one.addProperty("descr", each.dtype().descr());
      one.addProperty("order", each.order().toString());
      JsonArray shape = new JsonArray();
      for (long size : each.shape().toArray()) {
        shape.add(new JsonPrimitive(size));
      }
      one.add("shape", shape);
      asked.add(one);
    }
    return asked;
  }

  /// Of a longer one the corpus has the begin only.
  private static final int MAX_DESCR = 1000;

  /// The dtypes of the files that NumPy made, each once.
  private static List<String> dtypesOfCorpus() {
    return Corpus.manifest()
        .filter(each -> each.tier().equals("must") && each.expect().has("descr"))
        .map(each -> each.expect().get("descr").getAsString())
        .filter(descr -> descr.length() < MAX_DESCR)
        .filter(descr -> !DType.parse(descr).hasObject())
        .map(descr -> DType.parse(descr).descr())
        .distinct()
        .toList();
  }
}
