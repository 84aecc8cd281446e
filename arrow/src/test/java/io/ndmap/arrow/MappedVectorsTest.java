package io.ndmap.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.testing.Python;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Vectors of Arrow over mapped files.
class MappedVectorsTest {

  @TempDir Path directory;

  private final BufferAllocator allocator = new RootAllocator();

  /// Throws if a test leaks memory of Arrow's.
  @AfterEach
  void close() {
    allocator.close();
  }

  private Path write(NdView<?> view) throws IOException {
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, view, CreateOptions.DEFAULT.withReplacing());
    return path;
  }

  private static double[] numbers(int count) {
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i + 0.25;
    }
    return numbers;
  }

  private FieldVector vector(NpyFile file, NdView<?> view) {
    return MappedVectors.of(file, view, "x", allocator);
  }

  @Test
  void theVectorIsTheMapping() throws IOException {
    try (NpyFile file = NpyFile.open(write(NdView.of(numbers(21))), OpenMode.READ_WRITE);
        Float8Vector vector = (Float8Vector) vector(file, file.view().slice("1:"))) {
      assertThat(vector.getValueCount()).isEqualTo(20);
      assertThat(vector.getNullCount()).isZero();
      assertThat(vector.get(19)).isEqualTo(20.25);
      file.view(DoubleView.class).set(20, 77);
      assertThat(vector.get(19)).isEqualTo(77);
      assertThat(vector.getDataBufferAddress())
          .isEqualTo(file.view().segment().address() + Double.BYTES);
    }
  }

  @Test
  void rowsAreLists() throws IOException {
    try (NpyFile file = NpyFile.open(write(NdView.of(numbers(12), 4, 3)));
        FixedSizeListVector vector = (FixedSizeListVector) vector(file, file.view())) {
      assertThat(vector.getValueCount()).isEqualTo(4);
      assertThat(vector.getObject(2)).isEqualTo(List.of(6.25, 7.25, 8.25));
      assertThat(vector.getNullCount()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8"})
  void everyNumberHasItsVector(String dtype) throws IOException {
    NdView<?> items =
        NdView.of(new double[] {0, 1, 2, 100, 127}).astype(DType.parse(dtype), Casting.UNSAFE);
    try (NpyFile file = NpyFile.open(write(items));
        FieldVector vector = vector(file, file.view())) {
      for (int i = 0; i < 5; i++) {
        Object item = vector.getObject(i);
        double found =
            switch (item) {
              case Short half when dtype.equals("<f2") -> Float16.toFloat(half);
              case Character unsigned -> unsigned;
              case Number number -> number.doubleValue();
              default -> throw new AssertionError(item);
            };
        assertThat(found).isEqualTo(items.getDouble(i));
      }
    }
  }

  @Test
  void theLargestUnsignedNumbersStay() throws IOException {
    NdView<?> items = NdView.of(new long[] {-1, 3}).viewAs(DType.parse("<u8"));
    try (NpyFile file = NpyFile.open(write(items));
        UInt8Vector vector = (UInt8Vector) vector(file, file.view())) {
      assertThat(vector.getObjectNoOverflow(0)).hasToString("18446744073709551615");
    }
  }

  @Test
  void filesAndStreamsAreWrittenFromTheMapping() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (NpyFile array = NpyFile.open(write(NdView.of(numbers(12), 4, 3)));
        VectorSchemaRoot root = VectorSchemaRoot.of(vector(array, array.view()))) {
      try (ArrowFileWriter writer = new ArrowFileWriter(root, null, Channels.newChannel(file))) {
        writer.writeBatch();
      }
      try (ArrowStreamWriter writer = new ArrowStreamWriter(root, null, stream)) {
        writer.writeBatch();
      }
    }
    Path written = directory.resolve("x.arrow");
    Files.write(written, file.toByteArray());
    try (FileChannel channel = FileChannel.open(written);
        ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertRows(reader.getVectorSchemaRoot());
    }
    try (ArrowStreamReader reader =
        new ArrowStreamReader(new ByteArrayInputStream(stream.toByteArray()), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertRows(reader.getVectorSchemaRoot());
    }
  }

  @Test
  void pyarrowReadsTheFile() throws IOException {
    Assumptions.assumeTrue(
        Python.isPresent()
            && Python.run(
                    """
                    import importlib.util
                    print(importlib.util.find_spec('pyarrow') is not None)
                    """)
                .strip()
                .equals("True"),
        "python3 with pyarrow is not there: nothing to compare with");
    Path array = write(NdView.of(numbers(12), 4, 3));
    Path written = directory.resolve("x.arrow");
    try (NpyFile file = NpyFile.open(array);
        VectorSchemaRoot root = VectorSchemaRoot.of(vector(file, file.view()));
        FileChannel channel =
            FileChannel.open(written, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ArrowFileWriter writer = new ArrowFileWriter(root, null, channel)) {
      writer.writeBatch();
    }
    String program =
        """
        import pyarrow as pa
        table = pa.ipc.open_file(argv[1]).read_all()
        table.validate(full=True)
        column = table.column('x')
        assert (column.type.value_type, column.type.list_size) == (pa.float64(), 3), column.type
        flat = column.combine_chunks().flatten().to_numpy(zero_copy_only=True)
        assert flat.reshape(4, 3).tobytes() == np.load(argv[0]).tobytes()
        print('read')
        """;
    assertThat(Python.run(program, array, written).strip()).isEqualTo("read");
  }

  private static void assertRows(VectorSchemaRoot root) {
    assertThat(root.getRowCount()).isEqualTo(4);
    assertThat(((FixedSizeListVector) root.getVector("x")).getObject(3))
        .isEqualTo(List.of(9.25, 10.25, 11.25));
  }

  @Test
  void theMemoryStaysUntilTheLastConsumerReleasesIt() throws IOException {
    Path path = write(NdView.of(numbers(100)));
    NpyFile file = NpyFile.open(path);
    NdView<?> view = file.view();
    long address = view.segment().address();
    try (ArrowArray array = ArrowArray.allocateNew(allocator);
        ArrowSchema schema = ArrowSchema.allocateNew(allocator)) {
      try (FieldVector vector = vector(file, view)) {
        file.close();
        Data.exportVector(allocator, vector, null, array, schema);
      }
      assertThat(view.getDouble(99)).isEqualTo(99.25);
      try (FieldVector imported = Data.importVector(allocator, array, schema, null)) {
        assertThat(((Float8Vector) imported).get(99)).isEqualTo(99.25);
        assertThat(imported.getDataBufferAddress()).isEqualTo(address);
      }
    }
    assertThatThrownBy(view::segment)
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
    assertThatThrownBy(() -> vector(file, view))
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
  }

  @Test
  void whatIsNoVectorIsRefusedWithTheReason() throws IOException {
    Path path = write(NdView.of(numbers(12), 4, 3).astype(DType.parse(">f8")));
    try (NpyFile file = NpyFile.open(path)) {
      assertThatThrownBy(() -> vector(file, file.view()))
          .isExactlyInstanceOf(DTypeException.class)
          .hasMessage(
              path
                  + ": Arrow reads the native byte order, found '>f8';"
                  + " write a file of the other byte order with astype");
    }
    write(NdView.zeros(DType.parse("<c8"), 3));
    try (NpyFile file = NpyFile.open(path)) {
      assertThatThrownBy(() -> vector(file, file.view()))
          .isExactlyInstanceOf(DTypeException.class)
          .hasMessage(
              path
                  + ": vectors of Arrow over a file are integers or f2, f4 or f8, found '<c8';"
                  + " convert the array with astype");
    }
    write(NdView.of(numbers(12), 4, 3));
    try (NpyFile file = NpyFile.open(path)) {
      refused(
          file,
          file.view().slice(":, 0"),
          path
              + ": a vector is contiguous in C order, found "
              + file.view().slice(":, 0").strided()
              + "; write a copy of the view to a file");
      refused(
          file,
          file.view().newAxis(0),
          path + ": a vector is an array of rank 1 or 2, found shape (1, 4, 3)");
      refused(
          file,
          file.view().slice(":, :0"),
          path + ": a list has 1 to 2³¹-1 elements, found shape (4, 0)");
      refused(
          file,
          file.view().slice("0:1, 0").broadcastTo(Shape.of(1L << 31)),
          path + ": a vector has at most 2³¹-1 elements, found shape (2147483648,)");
      refused(
          file, NdView.of(numbers(3)), path + ": the view is one of other memory, that of memory");
    }
    write(NdView.zeros(DType.parse("[('a', 'i1'), ('b', '<f4')]"), 1));
    try (NpyFile file = NpyFile.open(path)) {
      refused(
          file,
          file.view().field("b"),
          path
              + ": elements of a vector are at multiples of 4 bytes, found 1 beyond one;"
              + " write a copy of the view to a file");
    }
  }

  private void refused(NpyFile file, NdView<?> view, String message) {
    assertThatThrownBy(() -> vector(file, view))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void emptyArraysPass() throws IOException {
    try (NpyFile file = NpyFile.open(write(NdView.of(new double[0])));
        FieldVector vector = vector(file, file.view())) {
      assertThat(vector.getValueCount()).isZero();
    }
  }

  @Test
  void aTruncatedFileIsTyped() throws IOException {
    Path path = directory.resolve("large.npy");
    NpyFile.create(path, DType.FLOAT64, Shape.of(4096), Order.C).close();
    try (NpyFile file = NpyFile.open(path);
        Float8Vector vector = (Float8Vector) vector(file, file.view());
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(4096);
      assertThatThrownBy(() -> vector(file, file.view()))
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(path.toString());
      assertThatThrownBy(() -> file.guard(() -> vector.get(4095)))
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(path.toString());
    }
  }
}
