package io.ndmap.mmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.IntView;
import io.ndmap.nd.ItemView;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpyVersion;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.ReadOnlyViewException;
import io.ndmap.posix.Posix;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("either-way")
class NpyFileTest {

  private static final boolean NATIVE = !"false".equals(System.getProperty("ndmap.test.native"));

  @TempDir Path directory;

  private Path write(String name, byte[] header, byte[] data) throws IOException {
    Path path = directory.resolve(name);
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      channel.write(ByteBuffer.wrap(header));
      channel.write(ByteBuffer.wrap(data));
    }
    return path;
  }

  /// A file of `<f8` with the values 0, 1, 2, ….
  private Path doubles(Order order, long... sizes) throws IOException {
    Shape shape = Shape.of(sizes);
    ByteBuffer data =
        ByteBuffer.allocate(Math.toIntExact(shape.byteSize(8))).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < shape.itemCount(); i++) {
      data.putDouble(i);
    }
    return write("x.npy", NpyHeaderCodec.encode(DType.FLOAT64, order, shape), data.array());
  }

  /// A header of version 1.0 with the data where one wants them.
  private static byte[] headerOf(String dict, int dataOffset) {
    byte[] text =
        (dict + " ".repeat(dataOffset - 11 - dict.length()) + "\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    return ByteBuffer.allocate(dataOffset)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.ISO_8859_1))
        .put((byte) 1)
        .put((byte) 0)
        .putShort((short) text.length)
        .put(text)
        .array();
  }

  @Test
  void headerAndItemsOfAnOpenedFile() throws IOException {
    try (NpyFile file = NpyFile.open(doubles(Order.C, 3, 4))) {
      assertThat(file.dtype()).isEqualTo(DType.FLOAT64);
      assertThat(file.shape()).isEqualTo(Shape.of(3, 4));
      assertThat(file.header().version()).isEqualTo(NpyVersion.V1_0);
      assertThat(file.header().dataOffset()).isEqualTo(128);
      assertThat(file.mode()).isEqualTo(OpenMode.READ_ONLY);
      assertThat(file.isOpen()).isTrue();
      assertThat(file.view(DoubleView.class).get(1, 2)).isEqualTo(6);
      assertThat(file).hasToString(file.path() + " (READ_ONLY, '<f8', (3, 4))");
    }
  }

  @Test
  void fortranOrder() throws IOException {
    try (NpyFile file = NpyFile.open(doubles(Order.F, 3, 4))) {
      assertThat(file.view(DoubleView.class).get(1, 2)).isEqualTo(7);
    }
  }

  @Test
  void aScalarHasOneItem() throws IOException {
    try (NpyFile file = NpyFile.open(doubles(Order.C), OpenMode.READ_WRITE)) {
      file.view(DoubleView.class).set(2.5);
      assertThat(file.view(DoubleView.class).get()).isEqualTo(2.5);
    }
  }

  @Test
  void anotherLeafIsRefusedByName() throws IOException {
    Path path = doubles(Order.C, 3);
    try (NpyFile file = NpyFile.open(path)) {
      assertThatThrownBy(() -> file.view(IntView.class))
          .isInstanceOf(DTypeException.class)
          .hasMessageContaining(path.toString())
          .hasMessageContaining("<f8")
          .hasMessageContaining("DoubleView")
          .hasMessageContaining("IntView");
    }
  }

  @Test
  void readOnlyRefusesWrites() throws IOException {
    Path path = doubles(Order.C, 3);
    byte[] before = Files.readAllBytes(path);
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view().isReadOnly()).isTrue();
      assertThatThrownBy(() -> file.view(DoubleView.class).set(0, 9))
          .isInstanceOf(ReadOnlyViewException.class)
          .hasMessage(
              path
                  + ": the view is read-only; open the file READ_WRITE or COPY_ON_WRITE to write to"
                  + " it");
      file.force();
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @Test
  void readWriteReachesTheFile() throws IOException {
    Path path = doubles(Order.C, 3);
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE)) {
      file.view(DoubleView.class).set(2, -7.5);
      file.force();
    }
    assertThat(
            ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN).getDouble(144))
        .isEqualTo(-7.5);
    assertThat(Files.size(path)).isEqualTo(152);
  }

  @Test
  void copyOnWriteDoesNotReachTheFile() throws IOException {
    Path path = doubles(Order.C, 3);
    byte[] before = Files.readAllBytes(path);
    try (NpyFile file = NpyFile.open(path, OpenMode.COPY_ON_WRITE)) {
      file.view(DoubleView.class).set(2, -7.5);
      assertThat(file.view(DoubleView.class).get(2)).isEqualTo(-7.5);
      file.force();
      assertThatThrownBy(() -> file.advise(Advice.DONTNEED))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(path + ": DONTNEED would drop the stores into this COPY_ON_WRITE mapping");
      assertThat(file.view(DoubleView.class).get(2)).isEqualTo(-7.5);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 80, 127, 128, 133, 4095, 4096, 4097, 9000})
  void dataStandWhereTheHeaderEnds(int dataOffset) throws IOException {
    ByteBuffer data =
        ByteBuffer.allocate(24)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putDouble(1)
            .putDouble(2)
            .putDouble(3);
    byte[] header = headerOf("{'descr':'<f8','fortran_order':False,'shape':(3,)}", dataOffset);
    Path path = write("x.npy", header, data.array());
    for (OpenMode mode : OpenMode.values()) {
      try (NpyFile file = NpyFile.open(path, mode)) {
        assertThat(file.header().dataOffset()).isEqualTo(dataOffset);
        assertThat(file.view(DoubleView.class).get(2)).isEqualTo(3);
        assertThat(file.advise(Advice.RANDOM)).isEqualTo(NATIVE);
        assertThat(file.prefetch(file.view())).isEqualTo(NATIVE);
      }
    }
    assertThat(Files.size(path)).isEqualTo(dataOffset + 24);
  }

  @Test
  void dataBehindSixtyFourKibibytes() throws IOException {
    String dict = "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }";
    int textLength = 100_000;
    byte[] header =
        ByteBuffer.allocate(12 + textLength)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put((byte) 0x93)
            .put("NUMPY".getBytes(StandardCharsets.ISO_8859_1))
            .put((byte) 2)
            .put((byte) 0)
            .putInt(textLength)
            .put(
                (dict + " ".repeat(textLength - dict.length() - 1) + "\n")
                    .getBytes(StandardCharsets.ISO_8859_1))
            .array();
    Path path = write("x.npy", header, new byte[] {42, 0, 0, 0});
    assertThatThrownBy(() -> NpyFile.open(path))
        .isInstanceOf(ResourceLimitException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("100000 bytes")
        .hasMessageContaining("10000 characters");
    OpenOptions options = OpenOptions.DEFAULT.withLimits(new HeaderLimits(textLength));
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE, options)) {
      assertThat(file.view(IntView.class).get(0)).isEqualTo(42);
      file.view(IntView.class).set(0, 43);
      file.force();
      assertThat(file.residency().pages()).isEqualTo(1);
    }
    assertThat(Files.readAllBytes(path)[header.length]).isEqualTo((byte) 43);
  }

  @ParameterizedTest
  @EnumSource(OpenMode.class)
  void emptyArraysHaveNoItemsAndNeverGrow(OpenMode mode) throws IOException {
    for (int dataOffset : new int[] {64, 128, 4096, 8192}) {
      Path path =
          write(
              "x.npy",
              headerOf("{'descr':'<f8','fortran_order':False,'shape':(3,0)}", dataOffset),
              new byte[0]);
      try (NpyFile file = NpyFile.open(path, mode)) {
        assertThat(file.shape()).isEqualTo(Shape.of(3, 0));
        assertThat(file.view(DoubleView.class).itemCount()).isZero();
        file.force();
        assertThat(file.residency()).isEqualTo(new Residency(0, 0, file.residency().pageSize()));
        assertThat(file.residency().fraction()).isEqualTo(1);
        assertThat(file.advise(Advice.WILLNEED)).isEqualTo(NATIVE);
        assertThat(file.prefetch(file.view())).isEqualTo(NATIVE);
      }
      assertThat(Files.size(path)).isEqualTo(dataOffset);
    }
  }

  @Test
  void itemsWithoutBytesMayBeMany() throws IOException {
    long many = 1_000_000_000_000_000L;
    Path path =
        write(
            "x.npy",
            NpyHeaderCodec.encode(DType.parse("|V0"), Order.C, Shape.of(many)),
            new byte[0]);
    try (NpyFile file = NpyFile.open(path)) {
      assertThat(file.view(ItemView.class).itemCount()).isEqualTo(many);
    }
  }

  @ParameterizedTest
  @EnumSource(OpenMode.class)
  void truncatedDataAreRefusedAndTheFileStaysAsItIs(OpenMode mode) throws IOException {
    Path path = doubles(Order.C, 3);
    byte[] whole = Files.readAllBytes(path);
    for (int length = 0; length < whole.length; length++) {
      byte[] part = java.util.Arrays.copyOf(whole, length);
      Files.write(path, part);
      assertThatThrownBy(() -> NpyFile.open(path, mode))
          .as("%s bytes", length)
          .isInstanceOf(TruncatedDataException.class)
          .hasMessageContaining(path.toString());
      assertThat(Files.readAllBytes(path)).isEqualTo(part);
    }
    Files.write(path, java.util.Arrays.copyOf(whole, 151));
    assertThatThrownBy(() -> NpyFile.open(path, mode))
        .hasMessage(
            path + ": byte 128: the data of shape (3,) ends early: expected 24 bytes, found 23");
  }

  @Test
  void bytesBehindTheDataAreIgnored() throws IOException {
    Path path = doubles(Order.C, 3);
    Files.write(path, new byte[1000], StandardOpenOption.APPEND);
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE)) {
      assertThat(file.view().segment().byteSize()).isEqualTo(24);
      assertThat(file.view(DoubleView.class).get(2)).isEqualTo(2);
    }
    assertThat(Files.size(path)).isEqualTo(1152);
  }

  @Test
  void objectsAreRefused() throws IOException {
    Path path =
        write(
            "x.npy",
            headerOf("{'descr':'|O','fortran_order':False,'shape':(3,)}", 128),
            new byte[100]);
    assertThatThrownBy(() -> NpyFile.open(path))
        .isInstanceOf(ObjectArrayException.class)
        .hasMessageStartingWith(
            path + ": byte 128: arrays of objects are pickles and cannot be mapped");
  }

  @Test
  void otherFilesAreRefusedByWhatIsWrong() throws IOException {
    Path text = Files.writeString(directory.resolve("text.npy"), "hello, this is not an array");
    assertThatThrownBy(() -> NpyFile.open(text))
        .isInstanceOf(NpyFormatException.class)
        .hasMessage(
            text
                + ": byte 0: expected the magic 93 4e 55 4d 50 59 of a .npy file, found 68 65 6c 6c"
                + " 6f 2c");
    Path missing = directory.resolve("missing.npy");
    assertThatThrownBy(() -> NpyFile.open(missing))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(missing.toString());
    assertThatThrownBy(() -> NpyFile.open(directory))
        .isInstanceOf(IOException.class)
        .hasMessage(
            directory + ": not a regular file but a directory; only regular files are mapped");
  }

  @Test
  void devicesAndPipesAreRefusedWithoutWaiting() throws IOException {
    Path fifo = directory.resolve("fifo.npy");
    Python.require();
    Python.run("import os, sys; os.mkfifo(sys.argv[1])", fifo.toString());
    for (Path path : new Path[] {fifo, Path.of("/dev/zero")}) {
      for (OpenMode mode : OpenMode.values()) {
        assertThatThrownBy(() -> NpyFile.open(path, mode))
            .isInstanceOf(IOException.class)
            .hasMessage(
                path
                    + ": not a regular file but a device, socket or FIFO; only regular files are"
                    + " mapped");
      }
    }
  }

  @Test
  void useAfterCloseIsRefused() throws IOException {
    Path path = doubles(Order.C, 3);
    NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
    DoubleView view = file.view(DoubleView.class);
    NdView<?> part = view.slice("1:");
    MemorySegment segment = view.segment();
    file.close();
    file.close();
    assertThat(file.isOpen()).isFalse();
    assertThat(file).hasToString(path + " (READ_WRITE, '<f8', (3,), closed)");
    assertThat(file.shape()).isEqualTo(Shape.of(3));
    assertThatThrownBy(() -> view.get(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> view.set(0, 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> part.getDouble(0)).isInstanceOf(IllegalStateException.class);
    String closed = path + ": the file is closed";
    assertThatThrownBy(view::segment).isInstanceOf(FileClosedException.class).hasMessage(closed);
    assertThatThrownBy(() -> part.getDouble(0)).hasMessage(closed);
    assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(file::view).isInstanceOf(FileClosedException.class).hasMessage(closed);
    assertThatThrownBy(file::force).isInstanceOf(FileClosedException.class).hasMessage(closed);
    assertThatThrownBy(file::residency)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(closed);
    assertThatThrownBy(() -> file.advise(Advice.NORMAL))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(closed);
    assertThatThrownBy(() -> file.prefetch(view))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(closed);
  }

  @Test
  void closingWhileOthersReadEndsThemWithAnException() throws Exception {
    Path path = doubles(Order.C, 10_000);
    int readers = 4;
    for (int round = 0; round < 15; round++) {
      NpyFile file = NpyFile.open(path);
      DoubleView view = file.view(DoubleView.class);
      CountDownLatch reading = new CountDownLatch(readers);
      try (ExecutorService threads = Executors.newFixedThreadPool(readers)) {
        Future<?>[] results = new Future<?>[readers];
        for (int i = 0; i < readers; i++) {
          results[i] =
              threads.submit(
                  () -> {
                    reading.countDown();
                    double sum = 0;
                    while (true) {
                      for (int at = 0; at < 10_000; at++) {
                        sum += view.get(at);
                      }
                      if (sum < 0) {
                        return sum;
                      }
                    }
                  });
        }
        reading.await();
        file.close();
        for (Future<?> result : results) {
          assertThatThrownBy(result::get).hasCauseExactlyInstanceOf(FileClosedException.class);
        }
      }
    }
  }

  /// Operations copy, stage and compute; wherever the memory goes away beneath them, they say so.
  @ParameterizedTest
  @ValueSource(strings = {"copy", "statistics", "canonical", "text", "force"})
  void closingWhileOthersWorkInBulkEndsThemWithAnException(String operation) throws Exception {
    Path path = doubles(Order.C, 10_000);
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < 8; round++) {
        NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
        DoubleView view = file.view(DoubleView.class);
        double[] target = new double[5_000];
        CountDownLatch working = new CountDownLatch(1);
        Future<?> result =
            threads.submit(
                () -> {
                  while (true) {
                    switch (operation) {
                      case "copy" -> view.slice("::2").copyTo(target);
                      case "statistics" -> view.statistics();
                      case "canonical" -> view.forEachCanonicalBlock(_ -> {});
                      case "text" -> assertThat(view.toString()).isNotEmpty();
                      default -> file.force();
                    }
                    working.countDown();
                  }
                });
        working.await();
        file.close();
        assertThatThrownBy(result::get).hasCauseExactlyInstanceOf(FileClosedException.class);
      }
    }
  }

  @Test
  void viewsAreSharedByThreads() throws Exception {
    try (NpyFile file = NpyFile.open(doubles(Order.C, 8), OpenMode.READ_WRITE);
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      DoubleView view = file.view(DoubleView.class);
      for (int i = 0; i < 8; i++) {
        int at = i;
        threads.submit(() -> view.set(at, at * 10.0)).get();
      }
      assertThat(view.get(7)).isEqualTo(70);
    }
  }

  @Test
  void anArenaOfTheCallersOwnsTheMapping() throws IOException {
    Path path = doubles(Order.C, 3);
    NpyFile file;
    DoubleView view;
    try (Arena arena = Arena.ofConfined()) {
      file = NpyFile.open(path, OpenMode.READ_ONLY, OpenOptions.DEFAULT.withArena(arena));
      view = file.view(DoubleView.class);
      NpyFile other = NpyFile.open(path, OpenMode.READ_ONLY, OpenOptions.DEFAULT.withArena(arena));
      other.close();
      assertThat(other.isOpen()).isFalse();
      assertThat(view.get(1)).isEqualTo(1);
    }
    assertThat(file.isOpen()).isFalse();
    assertThatThrownBy(() -> view.get(1))
        .isInstanceOf(FileClosedException.class)
        .hasMessage(path + ": the file is closed");
    assertThatThrownBy(file::view)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(path + ": the file is closed");
    assertThatCode(file::close).doesNotThrowAnyException();
  }

  /// The kernel shows what it was told about a mapping: `rr` is random reading.
  @Test
  void adviceIsGivenAtOpening() throws IOException {
    Path path = doubles(Order.C, 3);
    assumeTrue(Posix.isEnabled(), "no native access, by which advice is given");
    assumeTrue(Files.isReadable(Path.of("/proc/self/smaps")), "no /proc/self/smaps");
    try (NpyFile plain = NpyFile.open(path)) {
      assertThat(plain.isOpen()).isTrue();
      assertThat(flagsOfMappings(path)).hasSize(1).noneMatch(flags -> flags.contains(" rr "));
    }
    OpenOptions options = OpenOptions.DEFAULT.withAdvice(Advice.RANDOM);
    for (OpenMode mode : OpenMode.values()) {
      Path copy = Files.copy(path, directory.resolve(mode + ".npy"));
      try (NpyFile file = NpyFile.open(copy, mode, options)) {
        assertThat(file.view(DoubleView.class).get(1)).isEqualTo(1);
        assertThat(flagsOfMappings(copy)).hasSize(1).allMatch(flags -> flags.contains(" rr "));
      }
    }
  }

  private static List<String> flagsOfMappings(Path path) throws IOException {
    List<String> flags = new ArrayList<>();
    boolean ours = false;
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
      if (line.startsWith("VmFlags:")) {
        if (ours) {
          flags.add(line);
        }
      } else if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
        ours = line.endsWith(path.toString());
      }
    }
    return flags;
  }

  @Test
  void noDescriptorStaysOpen() throws IOException {
    Path path = doubles(Order.C, 3);
    Path descriptors = Path.of("/proc/self/fd");
    org.junit.jupiter.api.Assumptions.assumeTrue(
        Files.isDirectory(descriptors), "no /proc/self/fd to look into");
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
        var open = Files.list(descriptors)) {
      assertThat(file.isOpen()).isTrue();
      assertThat(open.filter(descriptor -> pointsTo(descriptor, path))).isEmpty();
    }
  }

  private static boolean pointsTo(Path link, Path path) {
    try {
      return Files.readSymbolicLink(link).equals(path);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void adviceOfEveryKind() throws IOException {
    Path path = directory.resolve("x.npy");
    try (NpyFile file = NpyFile.create(path, DType.UINT8, Shape.of(1 << 20), Order.C)) {
      ByteView view = file.view(ByteView.class);
      view.set(1 << 19, (byte) 5);
      for (Advice advice : Advice.values()) {
        if (advice != Advice.HUGEPAGE) {
          assertThat(file.advise(advice)).as("%s", advice).isEqualTo(NATIVE);
        }
      }
      if (!NATIVE) {
        assertThat(file.advise(Advice.HUGEPAGE)).isFalse();
      }
      assertThat(view.get(1 << 19)).isEqualTo((byte) 5);
    }
  }

  @Test
  void prefetchTakesOnlyViewsOfTheFile() throws IOException {
    Path path = doubles(Order.C, 100, 100);
    try (NpyFile file = NpyFile.open(path);
        NpyFile other = NpyFile.open(path)) {
      DoubleView view = file.view(DoubleView.class);
      assertThat(file.prefetch(view.transpose().slice("::-3, 5"))).isEqualTo(NATIVE);
      assertThat(file.prefetch(view.slice("3:3"))).isEqualTo(NATIVE);
      assertThatThrownBy(() -> other.prefetch(view))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              path + ": the view is not in this file's mapping; its elements are in " + path);
    }
  }

  @Test
  void residencyCountsThePagesThatWereTouched() throws IOException {
    Path path = directory.resolve("x.npy");
    int pages = 100_000;
    try (NpyFile file =
        NpyFile.create(
            path,
            DType.UINT8,
            Shape.of(4096L * pages - 128),
            Order.C,
            CreateOptions.DEFAULT.withoutReserving())) {
      Residency before = file.residency();
      assertThat(before.pages()).isEqualTo(4096L * pages / before.pageSize());
      ByteView view = file.view(ByteView.class);
      for (int page = 50_000; page < 50_100; page++) {
        view.set(4096L * page, (byte) 1);
      }
      Residency after = file.residency();
      assertThat(after.residentPages()).isGreaterThanOrEqualTo(100).isLessThan(after.pages() / 2);
      assertThat(after.residentBytes()).isEqualTo(after.residentPages() * after.pageSize());
      assertThat(after.fraction()).isBetween(0.001, 0.5);
    }
  }

  @Test
  void forceReportsATruncatedFile() throws IOException {
    Path path = doubles(Order.C, 1000);
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE)) {
      file.view(DoubleView.class).set(0, 1);
      try (RandomAccessFile other = new RandomAccessFile(path.toFile(), "rw")) {
        other.setLength(4096);
      }
      assertThatThrownBy(file::force)
          .isInstanceOf(MappingFaultException.class)
          .hasMessageStartingWith(path.toString())
          .rootCause()
          .hasMessage("the file has 4096 bytes, the mapping reaches to 8128");
    }
  }

  @Test
  void forceOfADeletedOrReplacedFileIsNoError() throws IOException {
    Path path = doubles(Order.C, 1000);
    try (NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE)) {
      Files.delete(path);
      file.view(DoubleView.class).set(0, 1);
      assertThatCode(file::force).doesNotThrowAnyException();
      Files.write(path, new byte[3]);
      assertThatCode(file::force).doesNotThrowAnyException();
      assertThat(file.view(DoubleView.class).get(0)).isEqualTo(1);
    }
  }
}
