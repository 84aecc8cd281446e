package io.ndmap.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Writing, beside a writer of thirty lines and the Python package where it is.
class SafetensorsWriterTest {

  private static final List<SafetensorsType> TYPES =
      Stream.of(SafetensorsType.values()).filter(type -> type.dtype() != null).toList();

  // An independent writer and reader, of NumPy and json alone.
  private static final String NAIVE =
      """
      import struct
      ORDER = 'BOOL U8 I8 F8_E5M2 F8_E4M3 I16 U16 F16 BF16 I32 U32 F32 C64 F64 I64 U64'.split()
      DTYPES = dict(zip(ORDER, '?,u1,i1,u1,u1,i2,u2,f2,u2,i4,u4,f4,c8,f8,i8,u8'.split(',')))

      def save(path, tensors, metadata):
          header, data = {}, b''
          if metadata:
              header['__metadata__'] = metadata
          for name, kind, a in sorted(tensors, key=lambda t: (-ORDER.index(t[1]), t[0])):
              b = np.ascontiguousarray(a).tobytes()
              header[name] = {'dtype': kind, 'shape': list(a.shape),
                              'data_offsets': [len(data), len(data) + len(b)]}
              data += b
          text = json.dumps(header, separators=(',', ':'), ensure_ascii=False).encode()
          text += b' ' * (-len(text) % 8)
          open(path, 'wb').write(struct.pack('<Q', len(text)) + text + data)

      def load(path):
          b = open(path, 'rb').read()
          n, = struct.unpack('<Q', b[:8])
          header = json.loads(b[8:8 + n])
          metadata = header.pop('__metadata__', {})
          return metadata, {k: np.frombuffer(b[8 + n:][slice(*v['data_offsets'])],
              DTYPES[v['dtype']]).reshape(v['shape']) for k, v in header.items()}

      def tensors():
          for i, kind in enumerate(ORDER):
              t = np.dtype(DTYPES[kind])
              a = np.arange(6 * t.itemsize).astype('u1')
              a = (a % 2 if kind == 'BOOL' else a).view(t).reshape(2, 3)
              yield 'n\\u00e9 "%s"/%d' % (kind, i), kind, a
              yield 'empty ' + kind, kind, a[:, :0]
              yield 'scalar ' + kind, kind, a[1, 1]
      """;

  @TempDir private Path folder;

  /// Adds the tensors of `tensors`.
  private static void add(SafetensorsWriter writer) {
    for (int i = 0; i < TYPES.size(); i++) {
      SafetensorsType type = TYPES.get(i);
      DType dtype = type.dtype() == null ? DType.BOOL : type.dtype();
      byte[] bytes = new byte[6 * dtype.itemsize()];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) (type == SafetensorsType.BOOL ? k % 2 : k);
      }
      NdView<?> items = NdView.of(bytes).viewAs(dtype).reshape(2, 3);
      writer.add("n\u00e9 \"" + type + "\"/" + i, items);
      writer.add("empty " + type, items.slice(":, :0"));
      writer.add("scalar " + type, items.slice("1, 1"));
    }
  }

  private Path written() throws IOException {
    Path path = folder.resolve("ours.safetensors");
    try (SafetensorsWriter writer = SafetensorsWriter.create(path)) {
      add(writer.metadata("format", "pt").metadata("\u00fc", "a\n\"b\""));
      writer.publish();
    }
    return path;
  }

  @Test
  void writesTheBytesOfTheNaiveWriter() throws IOException {
    Path path = folder.resolve("naive.safetensors");
    Python.run(NAIVE + "save(argv[0], tensors(), {'format': 'pt', '\\u00fc': 'a\\n\"b\"'})", path);
    assertThat(Files.readAllBytes(written())).isEqualTo(Files.readAllBytes(path));
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertThat(file.names()).hasSize(3 * TYPES.size());
      assertThat(file.metadata()).containsEntry("\u00fc", "a\n\"b\"");
      assertThat(file.view("scalar BF16").rank()).isZero();
      assertThat(file.view("scalar U8").getLong()).isEqualTo(4);
    }
  }

  @Test
  void theNaiveReaderReadsIt() throws IOException {
    String program =
        """
        metadata, found = load(argv[0])
        assert metadata == {'format': 'pt', '\\u00fc': 'a\\n"b"'}, metadata
        expected = {name: a for name, _, a in tensors()}
        assert found.keys() == expected.keys()
        for name, a in expected.items():
            assert found[name].tobytes() == a.tobytes() and found[name].shape == a.shape, name
        print('read')
        """;
    assertThat(Python.run(NAIVE + program, written()).strip()).isEqualTo("read");
  }

  @Test
  void thePackageReadsItAndWritesTheSame() throws IOException {
    Assumptions.assumeTrue(
        Python.isPresent()
            && Python.run(
                    """
                    import importlib.util
                    print(importlib.util.find_spec('safetensors') is not None)
                    """)
                .strip()
                .equals("True"),
        "python3 with safetensors is not there: nothing to compare with");
    Path theirs = folder.resolve("theirs.safetensors");
    String program =
        """
        import safetensors
        from safetensors import numpy as st
        header = {name: (kind, a) for name, kind, a in tensors()}
        ours = dict(safetensors.deserialize(open(argv[0], 'rb').read()))
        assert ours.keys() == header.keys(), ours.keys()
        for name, (kind, a) in header.items():
            assert bytes(ours[name]['data']) == a.tobytes(), name
            assert ours[name]['shape'] == list(a.shape) and ours[name]['dtype'] == kind, ours[name]
        with safetensors.safe_open(argv[0], 'np') as f:
            assert f.metadata()['format'] == 'pt'
            assert f.get_tensor('scalar F32').tobytes() == header['scalar F32'][1].tobytes()
        plain = {name: np.asarray(a) for name, kind, a in tensors() if 'F8' not in kind and 'BF' not in kind}
        st.save_file(plain, argv[1], {'format': 'np'})
        print('read')
        """;
    assertThat(Python.run(NAIVE + program, written(), theirs).strip()).isEqualTo("read");
    Path again = folder.resolve("again.safetensors");
    try (SafetensorsFile file = SafetensorsFile.open(theirs);
        SafetensorsWriter writer = SafetensorsWriter.create(again)) {
      assertThat(file.metadata()).containsOnlyKeys("format");
      writer.addAll(file, "").publish();
    }
    assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(theirs));
  }

  @Test
  void writesAnyLayoutAndByteOrder() throws IOException {
    Path path = folder.resolve("x.safetensors");
    NdView<?> items = NdView.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
    try (SafetensorsWriter writer = SafetensorsWriter.create(path)) {
      writer.add("t", items.transpose());
      writer.add("big", items.astype(DType.parse(">f8")).flip(1));
      writer.add("f", items.copy(Order.F));
      writer.publish();
      assertThatThrownBy(writer::publish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(path + ": publish was called already; the writer can only be closed");
    }
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertThat(file.view("t").contentEquals(items.transpose())).isTrue();
      assertThat(file.view("big").contentEquals(items.flip(1))).isTrue();
      assertThat(file.view("big").dtype()).isEqualTo(DType.FLOAT64);
      assertThat(file.view("f").contentEquals(items)).isTrue();
      assertThat(file.tensor("big").offset() % 8).isZero();
    }
  }

  @Test
  void tensorsAreFilledInPlace() throws IOException {
    Path path = folder.resolve("f.safetensors");
    try (SafetensorsWriter writer = SafetensorsWriter.create(path)) {
      writer.add("b", DType.BFLOAT16, Shape.of(3), items -> items.fill(1.5));
      writer.add("d", NdView.of(new double[] {7}));
      writer.add("e", DType.FLOAT32, Shape.of(0), items -> assertThat(items.itemCount()).isZero());
      writer.add("zero", DType.INT64, Shape.of(2, 2), items -> {});
      assertThatThrownBy(() -> writer.add("big", DType.parse(">i4"), Shape.of(1), items -> {}))
          .isInstanceOf(DTypeException.class)
          .hasMessage(path + "::big: the format is little-endian, found >i4");
      writer.publish();
    }
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertThat(file.view("b").sum()).isEqualTo(4.5);
      assertThat(file.view("d").sum()).isEqualTo(7);
      assertThat(file.view("zero").any()).isFalse();
      assertThat(file.names()).containsExactly("zero", "d", "e", "b");
    }
  }

  @Test
  void refusesWhatTheFormatHasNot() throws IOException {
    Path path = folder.resolve("x.safetensors");
    try (SafetensorsWriter writer = SafetensorsWriter.create(path)) {
      NdView<?> x = NdView.zeros(DType.FLOAT32, 2);
      writer.add("x", x);
      assertThatThrownBy(() -> writer.add("x", x))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(path + ": there is a tensor 'x' already");
      assertThatThrownBy(() -> writer.add("__metadata__", x))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(path + ": the format has texts under __metadata__, not a tensor");
      assertThatThrownBy(() -> writer.add("c", NdView.zeros(DType.COMPLEX128, 2)))
          .isInstanceOf(DTypeException.class)
          .hasMessage(
              path + "::c: the format has no dtype for elements of <c16; convert them by astype");
      assertThatThrownBy(() -> writer.add("v", NdView.zeros(DType.parse("V2"), 2)))
          .isInstanceOf(DTypeException.class)
          .hasMessageEndingWith("|V2; see void as what it is by viewAs, such as DType.BFLOAT16");
      writer.add("\ud800", x);
      assertThatThrownBy(writer::publish)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("half of a surrogate pair");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void appearsWholeOrNotAtAll() throws IOException {
    Path path = written();
    assertThatThrownBy(() -> SafetensorsWriter.create(path))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage(path + ": exists; replace it by SafetensorsWriter.replace");
    byte[] before = Files.readAllBytes(path);
    try (SafetensorsWriter writer = SafetensorsWriter.replace(path)) {
      writer.add("x", NdView.zeros(DType.FLOAT32, 2));
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
    try (SafetensorsFile old = SafetensorsFile.open(path)) {
      try (SafetensorsWriter writer = SafetensorsWriter.replace(path)) {
        writer.addAll(old, "scalar U8").add("scalar U8", NdView.zeros(DType.UINT16, 1));
        writer.publish();
      }
      // The old one stays what it is for who has it open.
      assertThat(old.view("scalar U8").getLong()).isEqualTo(4);
    }
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertThat(file.tensor("scalar U8").type()).isEqualTo("U16");
      assertThat(file.names()).hasSize(3 * TYPES.size());
    }
    assertThat(folder).isDirectoryContaining("glob:**/ours.safetensors");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  /// A process that is killed at a step.
  static final class Killed {

    private Killed() {}

    /// @param arguments the step, and the file
    public static void main(String[] arguments) throws IOException {
      SafetensorsWriter.Step last = SafetensorsWriter.Step.valueOf(arguments[0]);
      try (SafetensorsWriter writer =
          SafetensorsWriter.create(
              Path.of(arguments[1]),
              step -> {
                if (step == last) {
                  Runtime.getRuntime().halt(9);
                }
              })) {
        add(writer);
        writer.publish();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKilledWriterLeavesAWholeFileOrNone(SafetensorsWriter.Step step) throws Exception {
    Path path = folder.resolve("killed.safetensors");
    Process process =
        new ProcessBuilder(ChildJvm.command(List.of(), Killed.class, step.name(), path)).start();
    assertThat(process.waitFor()).isEqualTo(9);
    assertThat(Files.exists(path)).isEqualTo(step == SafetensorsWriter.Step.PUBLISHED);
    if (Files.exists(path)) {
      try (SafetensorsFile file = SafetensorsFile.open(path)) {
        assertThat(file.names()).hasSize(3 * TYPES.size());
      }
    }
  }
}
