package io.ndmap.jvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.jbellis.jvector.disk.ReaderSupplier;
import io.github.jbellis.jvector.disk.ReaderSupplierFactory;
import io.github.jbellis.jvector.graph.GraphIndexBuilder;
import io.github.jbellis.jvector.graph.GraphSearcher;
import io.github.jbellis.jvector.graph.ImmutableGraphIndex;
import io.github.jbellis.jvector.graph.ListRandomAccessVectorValues;
import io.github.jbellis.jvector.graph.RandomAccessVectorValues;
import io.github.jbellis.jvector.graph.SearchResult.NodeScore;
import io.github.jbellis.jvector.graph.disk.OnDiskGraphIndex;
import io.github.jbellis.jvector.graph.similarity.BuildScoreProvider;
import io.github.jbellis.jvector.util.Bits;
import io.github.jbellis.jvector.vector.VectorSimilarityFunction;
import io.github.jbellis.jvector.vector.VectorizationProvider;
import io.github.jbellis.jvector.vector.types.VectorFloat;
import io.github.jbellis.jvector.vector.types.VectorTypeSupport;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.Lease;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.FloatView;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.RankedRow;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Indices of JVector over the rows of a mapped file.
class RowVectorsTest {

  private static final int ROWS = 1000;
  private static final int DIMENSION = 24;
  private static final int BEST = 10;
  private static final VectorSimilarityFunction EUCLIDEAN = VectorSimilarityFunction.EUCLIDEAN;
  private static final VectorTypeSupport VECTORS =
      VectorizationProvider.getInstance().getVectorTypeSupport();

  @TempDir Path directory;

  private final float[][] rows = new float[ROWS][DIMENSION];
  private final float[][] queries = new float[20][DIMENSION];
  private Path path;

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(8);
    Stream.of(rows, queries).flatMap(Arrays::stream).forEach(row -> fill(row, random));
    path = directory.resolve("x.npy");
    NpyFile.write(path, NdView.of(rows));
  }

  private static void fill(float[] row, Random random) {
    for (int j = 0; j < row.length; j++) {
      row[j] = random.nextFloat();
    }
  }

  private RandomAccessVectorValues own() {
    List<VectorFloat<?>> list = new ArrayList<>();
    for (float[] row : rows) {
      list.add(VECTORS.createFloatVector(row.clone()));
    }
    return new ListRandomAccessVectorValues(list, DIMENSION);
  }

  /// With one thread the graph is a function of the vectors.
  private static ImmutableGraphIndex build(RandomAccessVectorValues vectors, int threads)
      throws IOException {
    try (ForkJoinPool pool = new ForkJoinPool(threads);
        GraphIndexBuilder builder =
            GraphIndexBuilder.builder(
                    BuildScoreProvider.randomAccessScoreProvider(vectors, EUCLIDEAN), DIMENSION, 16)
                .withBeamWidth(60)
                .withNeighborOverflow(1.2f)
                .withAlpha(1.2f)
                .withSimdExecutor(pool)
                .withParallelExecutor(pool)
                .build()) {
      return builder.build(vectors);
    }
  }

  private List<List<Integer>> search(ImmutableGraphIndex index, RandomAccessVectorValues vectors) {
    return Arrays.stream(queries)
        .map(
            query ->
                GraphSearcher.search(
                    VECTORS.createFloatVector(query),
                    BEST,
                    5 * BEST,
                    vectors,
                    EUCLIDEAN,
                    index,
                    Bits.ALL))
        .map(found -> Arrays.stream(found.getNodes()).map(each -> each.node).toList())
        .toList();
  }

  private double recall(FloatView all, List<List<Integer>> found) {
    long hits = 0;
    for (int k = 0; k < queries.length; k++) {
      Set<Integer> exact =
          all.nearest(NdView.of(queries[k]), BEST).stream()
              .map(RankedRow::row)
              .map(Math::toIntExact)
              .collect(Collectors.toSet());
      hits += found.get(k).stream().filter(exact::contains).count();
    }
    return (double) hits / (queries.length * BEST);
  }

  @Test
  void anIndexOverTheFileIsTheOneOverJVectorsOwnList() throws IOException {
    RandomAccessVectorValues own = own();
    List<List<Integer>> expected = search(build(own, 1), own);
    try (NpyFile file = NpyFile.open(path)) {
      RowVectors vectors = RowVectors.of(file.view());
      List<List<Integer>> found = search(build(vectors, 1), vectors);
      assertThat(found).isEqualTo(expected);
      assertThat(recall(file.view(FloatView.class), found)).isGreaterThan(0.9);
    }
  }

  @Test
  void threadsHaveCopiesAndTheIndexGoesThroughAFile() throws IOException {
    Path graph = directory.resolve("graph");
    try (NpyFile file = NpyFile.open(path)) {
      RowVectors vectors = RowVectors.of(file.view());
      OnDiskGraphIndex.write(build(vectors, 4), vectors, graph);
      try (ReaderSupplier readers = ReaderSupplierFactory.open(graph);
          OnDiskGraphIndex index = OnDiskGraphIndex.load(readers)) {
        double recall = recall(file.view(FloatView.class), search(index, vectors));
        assertThat(recall).isGreaterThan(0.9);
      }
    }
  }

  @Test
  void copiesShareNoVector() throws IOException {
    try (NpyFile file = NpyFile.open(path)) {
      RowVectors vectors = RowVectors.of(file.view());
      RowVectors copy = vectors.copy();
      VectorFloat<?> first = vectors.getVector(0);
      VectorFloat<?> second = copy.getVector(1);
      assertThat(items(first)).isEqualTo(rows[0]);
      assertThat(items(second)).isEqualTo(rows[1]);
      vectors.getVector(2);
      assertThat(items(first)).isEqualTo(rows[2]);
      assertThat(vectors.isValueShared()).isTrue();
      IntStream.range(0, ROWS)
          .parallel()
          .forEach(i -> assertThat(items(vectors.copy().getVector(i))).isEqualTo(rows[i]));
    }
  }

  private static float[] items(VectorFloat<?> vector) {
    float[] items = new float[vector.length()];
    for (int j = 0; j < items.length; j++) {
      items[j] = vector.get(j);
    }
    return items;
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f4 C", "<f4 F", ">f4 C", ">f4 F"})
  void everyLayoutIsRead(String kind) throws IOException {
    Path other = directory.resolve("other.npy");
    DType dtype = DType.parse(kind.substring(0, 3));
    NpyFile.write(
        other,
        NdView.of(rows).astype(dtype),
        Order.valueOf(kind.substring(4)),
        CreateOptions.DEFAULT);
    try (NpyFile file = NpyFile.open(other)) {
      check(file.view(), 0, 1, 0);
      check(file.view().slice("::-2, :"), ROWS - 1, -2, 0);
      check(file.view().slice("5:50, 3:"), 5, 1, 3);
    }
  }

  private void check(NdView<?> view, int first, int step, int column) {
    RowVectors vectors = RowVectors.of(view);
    assertThat(vectors.size()).isEqualTo((int) view.shape().size(0));
    assertThat(vectors.dimension()).isEqualTo(DIMENSION - column);
    for (int i = 0; i < vectors.size(); i++) {
      float[] row = rows[first + step * i];
      assertThat(items(vectors.getVector(i))).isEqualTo(Arrays.copyOfRange(row, column, DIMENSION));
    }
  }

  @Test
  void whatIsNoMatrixOfFloatsIsRefused() {
    assertThatThrownBy(() -> RowVectors.of(NdView.of(new double[6], 2, 3)))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage(
            "memory: vectors of JVector are rows of f4, found '<f8';"
                + " convert the array with astype(DType.FLOAT32)");
    assertThatThrownBy(() -> RowVectors.of(NdView.of(new float[6])))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "memory: vectors of JVector are the rows of an array of rank 2, found shape (6,)");
    assertThatThrownBy(() -> RowVectors.of(NdView.of(new float[0], 6, 0)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: vectors need a dimension, found shape (6, 0)");
    NdView<?> many = NdView.of(new float[3], 1, 3).broadcastTo(Shape.of(1L << 31, 3));
    assertThatThrownBy(() -> RowVectors.of(many))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "memory: JVector numbers vectors and dimensions by ints, found shape (2147483648, 3);"
                + " index the array in slices of rows");
    RowVectors few = RowVectors.of(NdView.of(new float[6], 2, 3));
    assertThatThrownBy(() -> few.getVector(2))
        .isExactlyInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("Index 2 out of bounds for length 2");
  }

  @Test
  void theEndOfTheFileIsTyped() throws IOException {
    NpyFile file = NpyFile.open(path);
    RowVectors vectors = RowVectors.of(file.view());
    Lease lease = file.acquire();
    file.close();
    assertThat(items(vectors.copy().getVector(3))).isEqualTo(rows[3]);
    lease.close();
    assertThatThrownBy(() -> vectors.getVector(3))
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
    assertThatThrownBy(vectors::copy)
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
  }

  @Test
  void aTruncatedFileIsTyped() throws IOException {
    try (NpyFile file = NpyFile.open(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      RowVectors vectors = RowVectors.of(file.view());
      vectors.getVector(ROWS - 1);
      channel.truncate(8192);
      assertThatThrownBy(() -> vectors.getVector(ROWS - 1))
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(path.toString());
      assertThatThrownBy(() -> build(vectors, 1)).hasStackTraceContaining("MappingFaultException");
    }
  }

  /// Each provider has a vector of its own, which must be one over the array that it is given.
  @ParameterizedTest
  @ValueSource(strings = {"default", "panama", "native"})
  void everyProviderSeesTheRows(String provider) throws Exception {
    List<String> flags =
        List.of(
            ChildJvm.OPTIMISED,
            ChildJvm.NATIVE,
            "--add-modules=jdk.incubator.vector",
            "-Djvector.vectorization_provider=" + provider);
    try (ChildJvm child = ChildJvm.start(flags, ProviderChild.class, path)) {
      List<String> lines = child.finish();
      assumeTrue(
          !lines.contains(ProviderChild.MISSING), "JVector has no provider " + provider + " here");
      assertThat(lines)
          .hasSize(1)
          .first(InstanceOfAssertFactories.STRING)
          .satisfies(
              line ->
                  assertThat(Float.parseFloat(line))
                      .isCloseTo(
                          EUCLIDEAN.compare(vector(rows[0]), vector(rows[1])), within(1e-4f)));
    }
  }

  private static VectorFloat<?> vector(float[] row) {
    return VECTORS.createFloatVector(row);
  }

  @Test
  void scoresAreJVectorsOwn() throws IOException {
    RandomAccessVectorValues own = own();
    ImmutableGraphIndex index = build(own, 1);
    try (NpyFile file = NpyFile.open(path)) {
      RowVectors vectors = RowVectors.of(file.view());
      VectorFloat<?> query = VECTORS.createFloatVector(queries[0]);
      assertThat(scores(query, vectors, index)).isEqualTo(scores(query, own, index));
    }
  }

  private static List<Float> scores(
      VectorFloat<?> query, RandomAccessVectorValues vectors, ImmutableGraphIndex index) {
    NodeScore[] nodes =
        GraphSearcher.search(query, BEST, vectors, EUCLIDEAN, index, Bits.ALL).getNodes();
    return Arrays.stream(nodes).map(each -> each.score).toList();
  }
}
