package io.ndmap.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.FloatView;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.op.Tolerance;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Models of ONNX Runtime that read and write mapped files.
class MappedTensorTest {

  @TempDir Path directory;

  private static OrtSession session(byte[] model) throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      return OrtEnvironment.getEnvironment().createSession(model, options);
    }
  }

  private static NdView<?> random(long... sizes) {
    float[] items = new float[(int) Shape.of(sizes).itemCount()];
    Random random = new Random(10);
    for (int i = 0; i < items.length; i++) {
      items[i] = random.nextFloat() - 0.5f;
    }
    return NdView.of(items, sizes);
  }

  private Path write(NdView<?> view) throws IOException {
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, view, CreateOptions.DEFAULT.withReplacing());
    return path;
  }

  @Test
  void aModelMultipliesMatricesFromFileToFile() throws Exception {
    NdView<?> x = random(300, 40);
    NdView<?> w = random(40, 8);
    try (NpyFile file = NpyFile.open(write(x));
        NpyFile target =
            NpyFile.create(directory.resolve("y.npy"), DType.FLOAT32, Shape.of(200, 8), Order.C);
        OrtSession session = session(TinyModel.of("MatMul", TinyModel.FLOAT, "x", "w"));
        OnnxTensor weights = MappedTensor.copyOf(w);
        MappedTensor input = MappedTensor.forInput(file, file.view().slice("100:"));
        MappedTensor output = MappedTensor.forOutput(target, target.view());
        OrtSession.Result result =
            session.run(Map.of("x", input.tensor(), "w", weights), Map.of("y", output.tensor()))) {
      assertThat(result.get("y").orElseThrow()).isSameAs(output.tensor());
      target.force();
      NdView<?> expected = x.slice("100:").matmul(w);
      assertThat(target.view().allClose(expected, new Tolerance(1e-5, 1e-6, false))).isTrue();
      assertThat(target.view(FloatView.class).max()).isPositive();
    }
  }

  @Test
  void theTensorIsTheMapping() throws Exception {
    Path path = write(random(3, 2));
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
        MappedTensor tensor = MappedTensor.forInput(file, file.view())) {
      file.view(FloatView.class).set(2, 1, 77);
      assertThat(tensor.tensor().getFloatBuffer().get(5)).isEqualTo(77);
      assertThat(tensor.tensor().ownsBuffer()).isFalse();
    }
  }

  /// The numbers are those of ONNX's `TensorProto.DataType`.
  @ParameterizedTest
  @CsvSource({
    "|b1, 9, BOOL",
    "|i1, 3, INT8",
    "<i2, 5, INT16",
    "<i4, 6, INT32",
    "<i8, 7, INT64",
    "|u1, 2, UINT8",
    "<f2, 10, FLOAT16",
    "<f4, 1, FLOAT",
    "<f8, 11, DOUBLE",
    "|V2, 16, BFLOAT16",
    "<u2, 16, BFLOAT16"
  })
  void everyTypePassesUnchanged(String dtype, int number, OnnxJavaType type) throws Exception {
    DType of = DType.parse(dtype);
    NdView<?> items = NdView.zeros(of, Shape.of(5, 4), Order.C);
    byte[] bytes = new byte[20 * of.itemsize()];
    new Random(number).nextBytes(bytes);
    if (type == OnnxJavaType.BOOL) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] &= 1;
      }
    }
    items.copyFrom(MemorySegment.ofArray(bytes));
    try (NpyFile file = NpyFile.open(write(items));
        NpyFile target = NpyFile.create(directory.resolve("y.npy"), of, Shape.of(5, 4), Order.C);
        OrtSession session = session(TinyModel.of("Identity", number, "x"));
        MappedTensor input = MappedTensor.forInput(file, file.view(), type);
        MappedTensor output = MappedTensor.forOutput(target, target.view(), type);
        OrtSession.Result _ =
            session.run(Map.of("x", input.tensor()), Map.of("y", output.tensor()))) {
      assertThat(input.tensor().getInfo().type).isEqualTo(type);
      byte[] found = new byte[bytes.length];
      target.view().copyTo(MemorySegment.ofArray(found));
      assertThat(found).isEqualTo(bytes);
      if (type != OnnxJavaType.BFLOAT16) {
        try (MappedTensor same = MappedTensor.forInput(file, file.view())) {
          assertThat(same.tensor().getInfo().type).isEqualTo(type);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"'<f4', F", "'>f4', C"})
  void otherLayoutsAreCopied(String dtype, Order order) throws Exception {
    NdView<?> x = random(7, 5);
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, x.astype(DType.parse(dtype)), order, CreateOptions.DEFAULT);
    try (NpyFile file = NpyFile.open(path);
        OnnxTensor tensor = MappedTensor.copyOf(file.view())) {
      float[] found = new float[35];
      tensor.getFloatBuffer().get(found);
      assertThat(NdView.of(found, 7, 5).contentEquals(x)).isTrue();
    }
  }

  @Test
  void emptyArraysAndScalarsPass() throws Exception {
    try (NpyFile file = NpyFile.open(write(random(0, 3)));
        MappedTensor tensor = MappedTensor.forInput(file, file.view())) {
      assertThat(tensor.tensor().getInfo().getShape()).containsExactly(0, 3);
    }
    try (NpyFile file = NpyFile.open(write(NdView.of(new float[] {5}).reshape()));
        MappedTensor tensor = MappedTensor.forInput(file, file.view())) {
      assertThat(tensor.tensor().getValue()).isEqualTo(5f);
    }
  }

  @Test
  void whatIsNoTensorIsRefusedWithTheReason() throws Exception {
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, random(4, 3).astype(DType.parse(">f4")));
    try (NpyFile file = NpyFile.open(path)) {
      assertThatThrownBy(() -> MappedTensor.forInput(file, file.view()))
          .isExactlyInstanceOf(DTypeException.class)
          .hasMessage(
              path
                  + ": ONNX Runtime reads the native byte order, found '>f4';"
                  + " copyOf swaps the bytes");
      assertThatThrownBy(() -> MappedTensor.forInput(file, file.view(), OnnxJavaType.DOUBLE))
          .isExactlyInstanceOf(DTypeException.class)
          .hasMessage(
              path
                  + ": elements of '>f4' are not elements of a tensor of DOUBLE, which have 8"
                  + " bytes");
      assertThatThrownBy(() -> MappedTensor.forInput(file, file.view(), OnnxJavaType.STRING))
          .isExactlyInstanceOf(DTypeException.class)
          .hasMessage(path + ": elements of '>f4' are not elements of a tensor of STRING");
    }
    try (NpyFile file = NpyFile.open(write(random(4, 3)))) {
      assertThatThrownBy(() -> MappedTensor.forInput(file, file.view().transpose()))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              path
                  + ": a tensor is contiguous in C order, found "
                  + file.view().transpose().strided()
                  + "; copyOf copies such a view");
      assertThatThrownBy(() -> MappedTensor.forOutput(file, file.view()))
          .isExactlyInstanceOf(ReadOnlyViewException.class)
          .hasMessage(
              path
                  + ": the view is read-only;"
                  + " open the file READ_WRITE or COPY_ON_WRITE to write to it");
      assertThatThrownBy(() -> MappedTensor.forInput(file, NdView.of(new float[3])))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(path + ": the view is one of other memory, that of memory");
    }
    try (NpyFile file = NpyFile.open(write(NdView.zeros(DType.parse("<c8"), 3)))) {
      assertThatThrownBy(() -> MappedTensor.forInput(file, file.view()))
          .isExactlyInstanceOf(DTypeException.class)
          .hasMessage(
              path
                  + ": ONNX Runtime's Java API has no tensors of '<c8', only of b1, i1, i2, i4, i8,"
                  + " u1, f2, f4, f8 and bfloat16; convert the array with astype, or name a type"
                  + " whose elements have as many bytes");
    }
    try (NpyFile file =
        NpyFile.open(write(NdView.zeros(DType.parse("[('a', 'i1'), ('b', '<f4')]"), 1)))) {
      assertThatThrownBy(() -> MappedTensor.forInput(file, file.view().field("b")))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              path
                  + ": elements of a tensor of FLOAT are at multiples of 4 bytes, found 1 beyond"
                  + " one; copyOf copies such a view");
    }
    Path large = directory.resolve("large.npy");
    try (NpyFile file =
        NpyFile.create(
            large,
            DType.UINT8,
            Shape.of(MappedTensor.MOST_BYTES + 1),
            Order.C,
            CreateOptions.DEFAULT.withoutReserving())) {
      assertThatThrownBy(() -> MappedTensor.forInput(file, file.view()))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              large
                  + ": a tensor over a buffer has at most 2147483639 bytes, found 2147483640;"
                  + " run the model on slices");
      try (MappedTensor most = MappedTensor.forInput(file, file.view().slice(":-1"))) {
        assertThat(most.tensor().getInfo().getNumElements()).isEqualTo(MappedTensor.MOST_BYTES);
      }
    }
  }

  @Test
  void theMemoryStaysAsLongAsTheTensor() throws Exception {
    Path path = write(random(4, 3));
    NpyFile file = NpyFile.open(path);
    NdView<?> view = file.view();
    float first = file.view(FloatView.class).get(0, 0);
    MappedTensor tensor = MappedTensor.forInput(file, view);
    file.close();
    assertThat(tensor.tensor().getFloatBuffer().get(0)).isEqualTo(first);
    assertThatThrownBy(() -> MappedTensor.forInput(file, view))
        .isExactlyInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
    tensor.close();
    tensor.close();
    assertThatThrownBy(view::segment).isExactlyInstanceOf(FileClosedException.class);
    assertThatThrownBy(tensor::tensor)
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage(path + ": the tensor is closed");
  }

  @Test
  void aTruncatedFileIsNoticedBeforeNativeCodeReadsIt() throws Exception {
    Path path = write(random(4096, 3));
    try (NpyFile file = NpyFile.open(path);
        MappedTensor tensor = MappedTensor.forInput(file, file.view());
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(4096);
      assertThatThrownBy(tensor::tensor)
          .isExactlyInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(path.toString());
      assertThatThrownBy(() -> MappedTensor.forInput(file, file.view()))
          .isExactlyInstanceOf(MappingFaultException.class);
    }
  }
}
