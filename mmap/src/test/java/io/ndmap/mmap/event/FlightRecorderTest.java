package io.ndmap.mmap.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.dtype.DType;
import io.ndmap.fill.Claim;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.Lease;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.op.Execution;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.testing.ChildJvm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The events that real operations record, with the settings that are shipped.
class FlightRecorderTest {

  private static final Path SETTINGS = Path.of("..", "docs", "ndmap.jfc");

  private static final Set<String> NAMES =
      Set.of(
          "ndmap.Open",
          "ndmap.Close",
          "ndmap.Operation",
          "ndmap.Fault",
          "ndmap.LateAccess",
          "ndmap.Force",
          "ndmap.Append",
          "ndmap.Claim",
          "ndmap.Commit",
          "ndmap.Reclaim",
          "ndmap.Inflate",
          "ndmap.Populate");

  @TempDir Path directory;

  private interface Work {
    void run() throws Exception;
  }

  private List<RecordedEvent> record(Work work) throws Exception {
    try (Recording recording = new Recording(Configuration.create(SETTINGS))) {
      recording.enable("ndmap.Operation").withThreshold(Duration.ZERO);
      recording.start();
      work.run();
      recording.stop();
      Path file = directory.resolve("x.jfr");
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().startsWith("ndmap."))
          .toList();
    }
  }

  private static RecordedEvent only(List<RecordedEvent> events, String name) {
    List<RecordedEvent> found =
        events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
    assertThat(found).as(name).hasSize(1);
    return found.getFirst();
  }

  private Path file(int rows) throws IOException {
    Path path = directory.resolve("x.npy");
    NpyFile.write(path, NdView.of(new double[rows * 4], rows, 4));
    return path;
  }

  @Test
  void theSettingsTurnAllEventsOn() throws Exception {
    Map<String, String> settings = Configuration.create(SETTINGS).getSettings();

    assertThat(
            settings.keySet().stream()
                .filter(key -> key.endsWith("#enabled"))
                .map(key -> key.substring(0, key.indexOf('#')))
                .collect(Collectors.toSet()))
        .isEqualTo(NAMES);
    assertThat(NAMES)
        .allSatisfy(name -> assertThat(settings).containsEntry(name + "#enabled", "true"));
  }

  @Test
  void openForceAndClose() throws Exception {
    Path path = file(3);
    List<RecordedEvent> events =
        record(
            () -> {
              NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
              file.force();
              Lease lease = file.acquire("session 3");
              file.close();
              lease.close();
            });

    RecordedEvent open = only(events, "ndmap.Open");
    assertThat(open.getString("path")).isEqualTo(path.toString());
    assertThat(open.getString("mode")).isEqualTo("READ_WRITE");
    assertThat(open.getString("dtype")).isEqualTo("<f8");
    assertThat(open.getString("shape")).isEqualTo("(3, 4)");
    assertThat(open.getString("order")).isEqualTo("C");
    assertThat(open.getLong("bytes")).isEqualTo(96);
    assertThat(open.getBoolean("mapped")).isTrue();
    assertThat(open.getStackTrace().getFrames())
        .anyMatch(frame -> frame.getMethod().getType().getName().contains("FlightRecorderTest"));
    RecordedEvent force = only(events, "ndmap.Force");
    assertThat(force.getString("path")).isEqualTo(path.toString());
    assertThat(force.getLong("bytes")).isEqualTo(96);
    RecordedEvent close = only(events, "ndmap.Close");
    assertThat(close.getString("path")).isEqualTo(path.toString());
    assertThat(close.getString("lastHolder")).isEqualTo("session 3");
    assertThat(close.getLong("leasesWaited")).isPositive();
    assertThat(close.getLong("operationsWaited")).isNotNegative();
    assertThat(close.getLong("bytes")).isEqualTo(96);
  }

  @Test
  void anOperationInPlaceAndOneThroughBuffers() throws Exception {
    Path path = file(50_000);
    List<RecordedEvent> events =
        record(
            () -> {
              try (NpyFile file = NpyFile.open(path)) {
                DoubleView view = file.view(DoubleView.class).on(Execution.parallel(2));
                var _ = view.sum();
                var _ = view.slice(1, 0, 4, 2).plus(1);
              }
            });

    List<RecordedEvent> operations =
        events.stream().filter(e -> e.getEventType().getName().equals("ndmap.Operation")).toList();
    assertThat(operations.stream().map(e -> e.getString("name")))
        .contains("NdView.sum", "NdView.plus");
    RecordedEvent sum =
        operations.stream()
            .filter(e -> e.getString("name").endsWith(".sum"))
            .findFirst()
            .orElseThrow();
    assertThat(sum.getString("name")).isEqualTo("NdView.sum");
    assertThat(sum.getString("path")).isEqualTo(path.toString());
    assertThat(sum.getString("dtype")).isEqualTo("<f8");
    assertThat(sum.getString("layout")).contains("(50000, 4)");
    assertThat(sum.getLong("bytes")).isEqualTo(1_600_000);
    assertThat(sum.getInt("threads")).isEqualTo(2);
    assertThat(sum.getLong("parts")).isGreaterThan(1);
    assertThat(sum.getBoolean("inPlace")).isTrue();
    assertThat(sum.getLong("majorFaults")).isNotNegative();
    assertThat(sum.getBoolean("succeeded")).isTrue();
    RecordedEvent plus =
        operations.stream()
            .filter(e -> e.getString("name").endsWith(".plus"))
            .findFirst()
            .orElseThrow();
    assertThat(plus.getLong("tiles")).isPositive();
    assertThat(plus.getBoolean("inPlace")).isFalse();
    assertThat(plus.getString("layout")).contains("(50000, 2)");
  }

  @Test
  void aFaultAndALateAccess() throws Exception {
    Path path = file(100_000);
    List<RecordedEvent> events =
        record(
            () -> {
              NpyFile file = NpyFile.open(path);
              try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.truncate(4096);
              }
              NdView<?> view = file.view();
              assertThatThrownBy(view::sum).isInstanceOf(MappingFaultException.class);
              file.close();
              assertThatThrownBy(view::sum).isInstanceOf(FileClosedException.class);
            });

    RecordedEvent fault = only(events, "ndmap.Fault");
    assertThat(fault.getString("path")).isEqualTo(path.toString());
    assertThat(fault.getString("cause")).contains("unsafe memory access operation");
    RecordedEvent late = only(events, "ndmap.LateAccess");
    assertThat(late.getString("path")).isEqualTo(path.toString());
    assertThat(late.getString("reason")).isEqualTo("the file is closed");
    assertThat(
            events.stream()
                .filter(e -> e.getEventType().getName().equals("ndmap.Operation"))
                .map(e -> e.getBoolean("succeeded")))
        .containsOnly(false);
  }

  @Test
  void aCreatedFileIsOpened() throws Exception {
    Path path = directory.resolve("created.npy");
    List<RecordedEvent> events =
        record(() -> NpyFile.create(path, DType.FLOAT64, Shape.of(8, 4), Order.F).close());

    RecordedEvent open = only(events, "ndmap.Open");
    assertThat(open.getString("path")).isEqualTo(path.toString());
    assertThat(open.getString("mode")).isEqualTo("READ_WRITE");
    assertThat(open.getString("order")).isEqualTo("F");
    assertThat(open.getLong("bytes")).isEqualTo(256);
  }

  @Test
  void rowsAreAppended() throws Exception {
    Path path = file(3);
    List<RecordedEvent> events =
        record(
            () -> {
              try (NpyAppender appender = NpyAppender.open(path)) {
                var _ = appender.append(NdView.of(new double[8], 2, 4));
              }
            });

    RecordedEvent append = only(events, "ndmap.Append");
    assertThat(append.getString("path")).isEqualTo(path.toRealPath().toString());
    assertThat(append.getLong("rows")).isEqualTo(2);
    assertThat(append.getLong("length")).isEqualTo(5);
    assertThat(append.getBoolean("durable")).isFalse();
  }

  @Test
  void aChunkIsClaimedAndCommitted() throws Exception {
    Path path = directory.resolve("filled.npy");
    FillSpec spec = FillSpec.of(DType.FLOAT64, Shape.of(8, 4), Order.C).withChunks(8, 4);
    List<RecordedEvent> events =
        record(
            () -> {
              try (SharedFill fill = SharedFill.createOrJoin(path, spec);
                  Claim claim = fill.claim().orElseThrow()) {
                claim.view(DoubleView.class).fill(1);
                claim.commit();
              }
            });

    RecordedEvent claim = only(events, "ndmap.Claim");
    assertThat(claim.getString("path")).isEqualTo(path.toString());
    assertThat(claim.getLong("chunk")).isZero();
    assertThat(claim.getInt("slot")).isZero();
    RecordedEvent commit = only(events, "ndmap.Commit");
    assertThat(commit.getString("path")).isEqualTo(path.toString());
    assertThat(commit.getLong("chunk")).isZero();
    assertThat(commit.getInt("slot")).isZero();
    assertThat(commit.getBoolean("durable")).isEqualTo(spec.durable());
  }

  /// Claims a chunk of a fill and waits to be killed.
  static final class Claimer {

    private Claimer() {}

    static void main(String[] arguments) throws Exception {
      try (SharedFill fill = SharedFill.join(Path.of(arguments[0]), SharedFill.DEFAULT_TIMEOUT);
          var _ = fill.claim().orElseThrow()) {
        System.out.println("claimed");
        var _ = System.in.read();
      }
    }
  }

  @Test
  void theChunkOfAKilledProcessIsReclaimed() throws Exception {
    Path path = directory.resolve("filled.npy");
    FillSpec spec = FillSpec.of(DType.FLOAT64, Shape.of(8, 4), Order.C).withChunks(8, 4);
    List<RecordedEvent> events;
    try (SharedFill fill = SharedFill.createOrJoin(path, spec)) {
      try (ChildJvm child = ChildJvm.start(List.of(ChildJvm.NATIVE), Claimer.class, path)) {
        assertThat(child.line()).isEqualTo("claimed");
        child.kill();
      }
      events = record(() -> fill.claim().orElseThrow().close());
    }

    RecordedEvent reclaim = only(events, "ndmap.Reclaim");
    assertThat(reclaim.getString("path")).isEqualTo(path.toString());
    assertThat(reclaim.getInt("slot")).isEqualTo(1);
    assertThat(reclaim.getLong("chunks")).isEqualTo(1);
  }

  @Test
  void aMemberIsInflated() throws Exception {
    Path path = directory.resolve("x.npz");
    try (NpzWriter writer = NpzWriter.create(path, NpzWriteOptions.DEFAULT.withDeflated(6))) {
      writer.add("a", NdView.of(new double[100], 100));
      writer.publish();
    }
    List<RecordedEvent> events =
        record(
            () -> {
              try (NpzFile archive = NpzFile.open(path)) {
                assertThat(archive.view("a", DoubleView.class).sum()).isZero();
              }
            });

    RecordedEvent inflate = only(events, "ndmap.Inflate");
    assertThat(inflate.getString("path")).startsWith(path.toString()).contains("a");
    assertThat(inflate.getLong("bytes")).isEqualTo(800);
  }

  @Test
  void pagesArePopulated() throws Exception {
    Path path = file(1000);
    List<RecordedEvent> events =
        record(
            () -> {
              try (NpyFile file = NpyFile.open(path)) {
                assertThat(file.populate(file.view())).isTrue();
              }
            });

    RecordedEvent populate = only(events, "ndmap.Populate");
    assertThat(populate.getString("path")).isEqualTo(path.toString());
    assertThat(populate.getLong("bytes")).isEqualTo(32_000);
    assertThat(populate.getBoolean("complete")).isTrue();
  }
}
