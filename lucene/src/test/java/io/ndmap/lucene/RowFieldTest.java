package io.ndmap.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.Lease;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.FloatView;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.RankedRow;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Indices of Lucene over the rows of a mapped file.
class RowFieldTest {

  private static final int ROWS = 1000;
  private static final int DIMENSION = 24;
  private static final int BEST = 10;
  private static final VectorSimilarityFunction EUCLIDEAN = VectorSimilarityFunction.EUCLIDEAN;

  @TempDir Path directory;

  private final float[][] rows = new float[ROWS][DIMENSION];
  private final float[][] queries = new float[20][DIMENSION];
  private Path path;

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(9);
    Stream.of(rows, queries)
        .flatMap(Arrays::stream)
        .forEach(
            row -> {
              for (int j = 0; j < row.length; j++) {
                row[j] = random.nextFloat();
              }
            });
    path = directory.resolve("x.npy");
    NpyFile.write(path, NdView.of(rows));
  }

  private interface Fields {
    KnnFloatVectorField at(int row);
  }

  private static void index(Directory index, Fields fields) throws IOException {
    try (IndexWriter writer = new IndexWriter(index, new IndexWriterConfig())) {
      for (int row = 0; row < ROWS; row++) {
        Document document = new Document();
        document.add(fields.at(row));
        document.add(new StoredField("row", row));
        var _ = writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private List<List<Long>> search(Directory index) throws IOException {
    List<List<Long>> found = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(index)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      for (float[] query : queries) {
        List<Long> best = new ArrayList<>();
        KnnFloatVectorQuery knn = new KnnFloatVectorQuery("v", query, 5 * BEST);
        for (ScoreDoc each : searcher.search(knn, BEST).scoreDocs) {
          best.add(
              searcher
                  .storedFields()
                  .document(each.doc)
                  .getField("row")
                  .numericValue()
                  .longValue());
        }
        found.add(best);
      }
    }
    return found;
  }

  @Test
  void theIndexIsTheOneOfArraysAndFindsTheNearestRows() throws IOException {
    try (NpyFile file = NpyFile.open(path);
        Directory mapped = FSDirectory.open(directory.resolve("index"));
        Directory own = new ByteBuffersDirectory()) {
      RowField field = RowField.of("v", file.view(), EUCLIDEAN);
      assertThat(field.size()).isEqualTo(ROWS);
      assertThat(field.dimension()).isEqualTo(DIMENSION);
      index(mapped, field::at);
      index(own, row -> new KnnFloatVectorField("v", rows[row], EUCLIDEAN));
      List<List<Long>> found = search(mapped);
      assertThat(found).isEqualTo(search(own));
      int hits = 0;
      for (int k = 0; k < queries.length; k++) {
        List<Long> exact =
            file.view(FloatView.class).nearest(NdView.of(queries[k]), BEST).stream()
                .map(RankedRow::row)
                .toList();
        hits += (int) found.get(k).stream().filter(exact::contains).count();
      }
      assertThat(hits).isGreaterThanOrEqualTo(queries.length * BEST * 9 / 10);
      try (DirectoryReader reader = DirectoryReader.open(mapped)) {
        FloatVectorValues stored = reader.leaves().getFirst().reader().getFloatVectorValues("v");
        for (int row = 0; row < ROWS; row++) {
          assertThat(stored.vectorValue(row)).isEqualTo(rows[row]);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f4 C", "<f4 F", ">f4 C", ">f4 F"})
  void everyLayoutIsRead(String kind) throws IOException {
    Path other = directory.resolve("other.npy");
    NpyFile.write(
        other,
        NdView.of(rows).astype(DType.parse(kind.substring(0, 3))),
        Order.valueOf(kind.substring(4)),
        CreateOptions.DEFAULT);
    try (NpyFile file = NpyFile.open(other)) {
      RowField field = RowField.of("v", file.view().slice("::-2, 3:"), EUCLIDEAN);
      assertThat(field.size()).isEqualTo(ROWS / 2);
      for (int i = 0; i < field.size(); i++) {
        assertThat(field.at(i).vectorValue())
            .isEqualTo(Arrays.copyOfRange(rows[ROWS - 1 - 2 * i], 3, DIMENSION));
      }
    }
  }

  @Test
  void whatIsNoMatrixOfFloatsIsRefused() {
    assertThatThrownBy(() -> RowField.of("v", NdView.of(new double[6], 2, 3), EUCLIDEAN))
        .isExactlyInstanceOf(DTypeException.class)
        .hasMessage(
            "memory: vector fields of Lucene are rows of f4, found '<f8';"
                + " convert the array with astype(DType.FLOAT32)");
    assertThatThrownBy(() -> RowField.of("v", NdView.of(new float[6]), EUCLIDEAN))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "memory: vector fields of Lucene are the rows of an array of rank 2, found shape (6,)");
    assertThatThrownBy(() -> RowField.of("v", NdView.of(new float[0], 6, 0), EUCLIDEAN))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: vectors have 1 to 2³¹-1 columns, found shape (6, 0)");
    RowField few = RowField.of("v", NdView.of(new float[6], 2, 3), EUCLIDEAN);
    assertThatThrownBy(() -> few.at(2)).isExactlyInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void aRowThatLuceneRefusesIsRefused(float bad) {
    NdView<?> numbers = NdView.of(new float[] {1, 2, 3, bad, 5, 6}, 3, 2);
    RowField field = RowField.of("v", numbers, EUCLIDEAN);
    assertThat(field.at(0).vectorValue()).containsExactly(1, 2);
    assertThatThrownBy(() -> field.at(1))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("memory: Lucene's vectors have only finite numbers, found %s at [1, 1]", bad);
    assertThat(field.at(2).vectorValue()).containsExactly(5, 6);
  }

  @Test
  void theEndOfTheFileIsTyped() throws IOException {
    NpyFile file = NpyFile.open(path);
    RowField field = RowField.of("v", file.view(), EUCLIDEAN);
    NdView<?> view = file.view();
    Lease lease = file.acquire();
    file.close();
    assertThat(field.at(3).vectorValue()).isEqualTo(rows[3]);
    lease.close();
    assertThatThrownBy(() -> field.at(3))
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
    assertThatThrownBy(() -> RowField.of("v", view, EUCLIDEAN))
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
  }

  @Test
  void aTruncatedFileIsTyped() throws IOException {
    try (NpyFile file = NpyFile.open(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      RowField field = RowField.of("v", file.view(), EUCLIDEAN);
      var _ = field.at(ROWS - 1);
      channel.truncate(8192);
      assertThatThrownBy(() -> field.at(ROWS - 1))
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(path.toString());
    }
  }
}
