package io.ndmap.lucene;

import io.ndmap.dtype.DTypeException;
import io.ndmap.nd.FloatView;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.VectorSimilarityFunction;

/// The rows of a matrix of `f4` as the vector field of consecutive Lucene documents, each read from
/// the file when its document is created.
///
/// ```java
/// try (NpyFile file = NpyFile.open(Path.of("embeddings.npy"))) {
///   RowField vectors = RowField.of("embedding", file.view(), VectorSimilarityFunction.EUCLIDEAN);
///   for (long row = 0; row < vectors.size(); row++) {
///     writer.addDocument(List.of(vectors.at(row), new StoredField("row", row)));
///   }
/// }
/// ```
///
/// All calls of [#at] share one field with one array on the heap: Lucene copies the vector before
/// `addDocument` returns.
///
/// **Threads.** An object must be used by one thread at a time; use one per indexing thread.
///
/// **Lifetime.** The index keeps no reference to the array. Accesses after the file is closed throw
/// [FileClosedException].
public final class RowField {

  private final FloatView rows;
  private final float[] row;
  private final KnnFloatVectorField field;

  private RowField(FloatView rows, String name, VectorSimilarityFunction similarity) {
    this.rows = rows;
    this.row = new float[(int) rows.shape().size(1)];
    this.field = new KnnFloatVectorField(name, row, similarity);
  }

  /// Returns the rows of a matrix as a field.
  ///
  /// @param name the field's name
  /// @param rows elements of `<f4` or `>f4`, of shape (documents, dimension), in any layout, with
  ///   at least one column. The maximum number of columns depends on the codec of the index: 1024
  ///   by default
  /// @param similarity how the index compares vectors; [VectorSimilarityFunction#DOT_PRODUCT] needs
  ///   rows of Euclidean norm 1
  /// @return the field
  /// @throws DTypeException if the dtype is not `f4`
  /// @throws IllegalArgumentException if the rank is not 2, or the number of columns is not from 1
  ///   to 2³¹-1
  /// @throws FileClosedException if the file of the view is closed
  public static RowField of(String name, NdView<?> rows, VectorSimilarityFunction similarity) {
    if (!(rows instanceof FloatView floats)) {
      throw new DTypeException(
          rows.backing().name()
              + ": vector fields of Lucene are rows of f4, found "
              + rows.dtype().descr()
              + "; convert the array with astype(DType.FLOAT32)");
    }
    if (rows.rank() != 2) {
      throw new IllegalArgumentException(
          rows.backing().name()
              + ": vector fields of Lucene are the rows of an array of rank 2, found shape "
              + rows.shape());
    }
    long dimension = rows.shape().size(1);
    if (dimension == 0 || dimension > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          rows.backing().name() + ": vectors have 1 to 2³¹-1 columns, found shape " + rows.shape());
    }
    rows.backing().requireInUse();
    return new RowField(floats, name, similarity);
  }

  /// The number of rows.
  ///
  /// @return the length of axis 0
  public long size() {
    return rows.shape().size(0);
  }

  /// The length of a row.
  ///
  /// @return the length of axis 1
  public int dimension() {
    return row.length;
  }

  /// Copies a row into the field.
  ///
  /// @param index the index of the row, negative to count from the end
  /// @return the field, to be added to a document that is indexed before the next call
  /// @throws IllegalArgumentException if the row has a NaN or an infinity, which Lucene refuses
  /// @throws IndexOutOfBoundsException if there is no such row
  /// @throws MappingFaultException if the row cannot be read, for instance because another process
  ///   truncated the file
  /// @throws FileClosedException if the file is closed
  public KnnFloatVectorField at(long index) {
    rows.index(0, index).copyTo(row);
    for (int k = 0; k < row.length; k++) {
      // The field has checked the array only when it was created.
      if (!Float.isFinite(row[k])) {
        throw new IllegalArgumentException(
            "%s: Lucene's vectors have only finite numbers, found %s at [%s, %s]"
                .formatted(rows.backing().name(), row[k], index, k));
      }
    }
    return field;
  }
}
