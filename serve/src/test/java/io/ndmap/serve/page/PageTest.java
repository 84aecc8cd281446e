package io.ndmap.serve.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.array.Creation;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.npz.NpzWriter;
import io.ndmap.op.Casting;
import io.ndmap.serve.NpyServer;
import io.ndmap.serve.ServeOptions;
import io.ndmap.testing.Numpy;
import io.ndmap.testing.TimeLimit;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/// The page in a browser: what is seen there is what lies in the files.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageTest {

  private static final String HOSTILE = "<img src=x onerror=hacked=1><script>hacked=1<\n\u202e.npy";
  private static final String EXACT = "document.querySelector('#array').dataset.drawn === 'exact'";
  private static final String VALUE = "document.querySelector('#readout output').dataset.value";
  private static final String INDEX = "document.querySelector('#readout output').dataset.index";

  private static final String NANS = "document.querySelector('#nan [data-count]').textContent";
  private static final String STATISTICS = "document.querySelector('#items dl').textContent";

  private static final int SIZE = 1 << 10;

  private Path directory;
  private Path runs;
  private Path downloads;
  private NpyServer server;
  private Chromium browser;

  @BeforeAll
  void serve(@TempDir Path fresh) throws IOException {
    Chromium.require();
    directory = fresh;
    runs = Files.createDirectory(directory.resolve("runs"));
    downloads = Files.createDirectory(directory.resolve("downloads"));
    sparse(
        "wide.npy",
        Order.C,
        "20000:20064, 10000:10064",
        Creation.arange(1 << 12).reshape(64, 64),
        1 << 15,
        1 << 15);
    sparse("cube.npy", Order.C, "700", waves(), SIZE, SIZE, SIZE);
    try (NpzWriter archive = NpzWriter.create(runs.resolve("all.npz"))) {
      archive.add("odd 'name'", Creation.arange(0.0, 1200.0, 1.0).reshape(30, 40));
      archive.add("x", Creation.arange(12));
      archive.publish();
    }
    // Its planes are read as 1 GiB each, although they have few items, which lie apart.
    sparse(
        "holes.npy",
        Order.F,
        "0, 500:756, 600:856",
        Creation.full(DType.FLOAT64, Double.NaN, 256, 256),
        1 << 5,
        1 << 11,
        (1 << 11) + 1);
    NpyFile.write(
        runs.resolve("near.npy"),
        Creation.full(DType.parse("<i8"), 1_600_000_000_000_000_000L, 3, 4));
    replace(1);
    Path odd = Files.createDirectory(runs.resolve("odd"));
    NpyFile.write(odd.resolve(HOSTILE), Creation.arange(600).reshape(20, 30));
    Path truncated = odd.resolve("truncated.npy");
    NpyFile.write(truncated, Creation.arange(1000));
    try (FileChannel channel = FileChannel.open(truncated, StandardOpenOption.WRITE)) {
      channel.truncate(1000);
    }
    server = NpyServer.start(ServeOptions.of(runs));
    browser = Chromium.start(Files.createDirectory(directory.resolve("profile")), downloads);
    browser.open(server.uri().toString());
  }

  @AfterAll
  void stop() throws IOException {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @Test
  void fourGibibytesAreSampledFirstAndReadWhereTheReaderZooms() {
    open("runs/wide.npy");
    browser.await("document.querySelector('#array').dataset.drawn === 'sampled'");
    report("4 GiB are seen, sampled", sinceNavigation());
    assertThat(browser.text("document.querySelector('#notice').innerText"))
        .contains("Sampled:", "4 GiB")
        .contains("Read all 4 GiB");
    assertThat(browser.text("document.querySelector('#facts').innerText"))
        .contains("<f4", "(32768, 32768)", "1,073,741,824");

    double zoomed =
        browser.run(
            "location.hash = 'path=runs/wide.npy&box=20000,20064,10000,10064&cursor=20010,10020'",
            EXACT + " && " + VALUE + " !== undefined");
    report("4 GiB, zoomed to 64 × 64, and the cursor's value", zoomed);
    assertThat(browser.text(INDEX)).isEqualTo("20010, 10020");
    assertThat(browser.text(VALUE)).isEqualTo("660");
    assertThat(browser.text("document.querySelector('#notice').hidden")).isEqualTo("true");
  }

  @Test
  @Tag("slow")
  void sliderMovesWheelZoomsAndCursorReads() {
    open("runs/cube.npy");
    browser.await(EXACT);
    double moved =
        browser.run(
            """
            const slider = document.querySelector('input[type=range][data-at="0"]');
            slider.value = 700;
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            """,
            "location.hash.includes('at=700,0,0') && "
                + EXACT
                + " && Number(document.querySelector('#legend [data-high]').textContent) > 0.5");
    report("slider of a 4 GiB array", moved);

    double zoomed =
        browser.run(
            """
            const over = document.querySelector('[data-over]');
            const bounds = over.getBoundingClientRect();
            over.dispatchEvent(new WheelEvent('wheel', {
              deltaY: -800, clientX: bounds.left + 400, clientY: bounds.top + 200, bubbles: true,
              cancelable: true }));
            """,
            "location.hash.includes('box=') && " + EXACT);
    report("zoom of a 4 GiB array", zoomed);

    browser.click("[data-over]", 400, 200);
    browser.await(
        "/cursor=/.test(location.hash) && "
            + INDEX
            + " === '700, ' + /cursor=(\\d+),(\\d+)/.exec(location.hash).slice(1).join(', ')");
    String[] index = browser.text(INDEX).split(", ", -1);
    assertThat(Float.parseFloat(browser.text(VALUE)))
        .isEqualTo(wave(Integer.parseInt(index[1]), Integer.parseInt(index[2])));
    assertThat(browser.text("document.querySelector('#row h2').innerText"))
        .isEqualTo("Row " + index[1]);
  }

  @Test
  void selectionOfMemberIsDownloadedAndItsLineOfPythonSelectsTheSame() throws Exception {
    browser.open(page("path=runs/all.npz::odd+'name'&box=3,9,5,25"));
    browser.await(EXACT);
    browser.click("[name=part-of]");
    assertThat(browser.text("document.querySelector('[data-index]').innerText"))
        .isEqualTo("3:9, 5:25");
    assertThat(browser.text("document.querySelector('[data-size]').innerText"))
        .isEqualTo("120 elements, 960 bytes as .npy; the size of CSV depends on the values");
    byte[] saved;
    try (WatchService watch = directory.getFileSystem().newWatchService()) {
      downloads.register(
          watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
      double start = sinceNavigation();
      browser.click("[data-format=npy]");
      saved = Files.readAllBytes(complete(watch));
      report("selection of a member is saved", sinceNavigation() - start);
    }
    Path expected = directory.resolve("expected.npy");
    NpyFile.write(expected, Creation.arange(0.0, 1200.0, 1.0).reshape(30, 40).slice("3:9, 5:25"));
    assertThat(saved).isEqualTo(Files.readAllBytes(expected));

    String line = browser.text("document.querySelector('[data-line=Python]').textContent");
    assertThat(line).isEqualTo("np.load('runs/all.npz')['odd \\'name\\''][3:9, 5:25]");
    assertThat(browser.text("document.querySelector('[data-line=ndmap]').textContent"))
        .isEqualTo("ndmap get runs/all.npz '3:9, 5:25' '--member=odd '\\''name'\\'''");
    assertThat(browser.text("document.querySelector('[data-line=Java]').textContent"))
        .isEqualTo(
            "try (var file = NpzFile.open(Path.of(\"runs/all.npz\"))) {"
                + " var x = file.view(\"odd 'name'\").slice(\"3:9, 5:25\"); }");
    try (Numpy numpy = Numpy.start()) {
      assertThat(
              numpy.run(
                  "import os, io; os.chdir(%s.decode())\n".formatted(text(directory))
                      + "b = io.BytesIO(); np.save(b, "
                      + line
                      + ")\nresult.append(str(b.getvalue() == open('expected.npy', 'rb').read()))"))
          .containsExactly("True");
    }
  }

  @Test
  void hostileNamesAreTextAndNothingElse() {
    browser.open(page(""));
    browser.await("document.querySelector('[data-name=\"runs/odd\"]') !== null");
    browser.click("[data-name='runs/odd'] > .label");
    browser.await(
        "document.querySelectorAll('[data-name=\"runs/odd\"] [role=treeitem]').length === 2");
    browser.run(
        "[...document.querySelectorAll('#tree [role=treeitem]')].find((item) =>"
            + " item.dataset.name.includes('hacked')).querySelector('.label').click()",
        EXACT);
    assertThat(browser.text("document.querySelector('#name').textContent"))
        .isEqualTo("runs/odd/<img src=x onerror=hacked=1><script>hacked=1<\\n\\u202e.npy");
    assertThat(browser.text("typeof hacked")).isEqualTo("undefined");
    assertThat(browser.text("document.querySelectorAll('script, img[src=x]').length"))
        .isEqualTo("1");
    assertThat(browser.text("document.querySelector('[data-line=ndmap]').textContent"))
        .isEqualTo(
            "ndmap get $'runs/odd/<img src=x onerror=hacked=1><script>hacked=1<"
                + "\\x0a\\xe2\\x80\\xae.npy'");
    try (Numpy numpy = Numpy.start()) {
      assertThat(
              numpy.run(
                  "import os; os.chdir(%s.decode())\n".formatted(text(directory))
                      + "result.append(str("
                      + browser.text("document.querySelector('[data-line=Python]').textContent")
                      + "[19, 29]))"))
          .containsExactly("599");
    }
    assertThat(browser.log()).isEmpty();
  }

  @Test
  void truncatedFilesSayWhatIsWrong() {
    browser.open(page("path=runs/odd/truncated.npy"));
    browser.await("!document.querySelector('#problem').hidden");
    assertThat(browser.text("document.querySelector('#problem [data-text]').textContent"))
        .isEqualTo(
            "runs/odd/truncated.npy: byte 128: the data of shape (1000,) ends early:"
                + " expected 8000 bytes, found 872");
    assertThat(browser.text("document.querySelector('#array').hidden")).isEqualTo("true");
    browser.log();
  }

  @Test
  @Tag("slow")
  void exactTilesReplaceSampledOnes() {
    browser.open(page("path=runs/holes.npy&aggregate=count-nan"));
    browser.await("document.querySelector('#array').dataset.drawn === 'sampled'");
    assertThat(browser.text(NANS)).startsWith("about ");
    report(
        "1 GiB is read whole",
        browser.run("document.querySelector('#notice button').click()", EXACT));
    assertThat(browser.text(NANS)).isEqualTo("65,536");
    assertThat(browser.text("document.querySelector('#notice').hidden")).isEqualTo("true");
  }

  @Test
  void itemsTooCloseForHistogramHaveStatistics() {
    open("runs/near.npy");
    browser.await(
        "!document.querySelector('#items dl').hidden"
            + " || !document.querySelector('#problem').hidden");
    assertThat(browser.text("document.querySelector('#problem').hidden")).isEqualTo("true");
    assertThat(browser.text(STATISTICS)).contains("12");
    assertThat(browser.text("document.querySelector('#items canvas').hidden")).isEqualTo("true");
    browser.log();
  }

  @Test
  @Tag("slow")
  void changedFilesAreOpenedAnew() throws IOException {
    browser.open(page("path=runs/changed.npy&cursor=3,4"));
    String shows = EXACT + " && " + VALUE + " === '%1$d' && " + STATISTICS + ".includes('%1$d.5')";
    browser.await(shows.formatted(1));
    // The clock stands, so that the second change comes soon after the first.
    browser.value("performance.now = () => 0");
    replace(2);
    browser.run("location.hash = 'path=runs/changed.npy&cursor=3,6'", shows.formatted(2));
    assertThat(browser.text("document.querySelector('#problem').hidden")).isEqualTo("true");

    replace(3);
    browser.run("location.hash = 'path=runs/changed.npy&cursor=3,4'", shows.formatted(3));
    browser.await("!document.querySelector('#problem').hidden");
    assertThat(browser.text("document.querySelector('#problem [data-text]').textContent"))
        .startsWith("The file is being written");
    replace(4);
    browser.run("location.hash = 'path=runs/changed.npy&cursor=3,6'", VALUE + " === '4'");
    browser.value("performance.now = () => 1e6");
    browser.run("document.querySelector('#retry').click()", shows.formatted(4));
    assertThat(browser.text("document.querySelector('#problem').hidden")).isEqualTo("true");
  }

  @Test
  @Tag("slow")
  void keyboardIsEnough() {
    browser.open(page(""));
    browser.await("document.querySelector('[data-name=\"runs/odd\"]') !== null");
    browser.type(Keys.TAB, Keys.TAB, Keys.TAB);
    browser.type("r", Keys.ARROW_RIGHT);
    browser.type("all");
    browser.type(Keys.ARROW_RIGHT);
    browser.await("document.querySelector('[data-name=\"runs/all.npz::x\"]') !== null");
    browser.type(Keys.ARROW_RIGHT);
    browser.type(Keys.ENTER);
    browser.await(EXACT);
    for (int i = 0;
        i < 30 && !browser.text("document.activeElement.tagName").equals("CANVAS");
        i++) {
      browser.type(Keys.TAB);
    }
    browser.type(Keys.ARROW_RIGHT);
    browser.await(VALUE + " === '620'");
    browser.type(Keys.ARROW_DOWN, Keys.ARROW_LEFT);
    browser.await(VALUE + " === '659'");
    browser.type("+", "+");
    browser.await("location.hash.includes('box=')");
    browser.type("0");
    browser.await("!location.hash.includes('box=')");
    assertThat(browser.text(INDEX)).isEqualTo("16, 19");
  }

  @Test
  void pictureForTheDocuments() throws IOException {
    browser.size(1180, 800);
    browser.open(page("path=runs/cube.npy&at=700&cursor=400,470"));
    browser.await(EXACT + " && " + VALUE + " !== undefined");
    byte[] picture = browser.screenshot();
    browser.size(1280, 900);
    assertThat(picture).hasSizeGreaterThan(10_000);
    String target = System.getProperty("ndmap.pictures", "");
    if (!target.isEmpty()) {
      Files.write(Path.of(target, "serve.png"), picture);
    }
  }

  /// Creates a file, mostly holes, with numbers in one part: `f4`, but `f8` if the part is.
  private void sparse(String name, Order order, String index, NdView<?> items, long... sizes)
      throws IOException {
    try (NpyFile file =
        NpyFile.create(
            runs.resolve(name),
            items.dtype().equals(DType.FLOAT64) ? DType.FLOAT64 : DType.FLOAT32,
            Shape.of(sizes),
            order,
            new CreateOptions(true, false, null))) {
      items.copyTo(file.view().slice(index), Casting.UNSAFE);
    }
  }

  /// Replaces a file by another one of its shape, with a number and the next in turns.
  private void replace(int number) throws IOException {
    double[] items = new double[600];
    for (int i = 0; i < items.length; i++) {
      items[i] = number + i % 2;
    }
    Path fresh = directory.resolve("fresh.npy");
    NpyFile.write(fresh, NdView.of(items, 20, 30));
    Files.move(fresh, runs.resolve("changed.npy"), StandardCopyOption.REPLACE_EXISTING);
  }

  /// A plane with something to see, among it no numbers.
  private static NdView<?> waves() {
    float[] numbers = new float[SIZE * SIZE];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = wave(i / SIZE, i % SIZE);
    }
    return NdView.of(numbers, SIZE, SIZE);
  }

  private static float wave(int row, int column) {
    if (Math.hypot(row - 760, column - 300) < 50) {
      return Float.NaN;
    }
    double distance = Math.hypot(row - 400, column - 620) / 24;
    return (float) (Math.sin(distance) * Math.exp(-distance / 14) + row * 4e-4);
  }

  private void open(String name) {
    browser.open(page("path=" + name));
  }

  private String page(String fragment) {
    return "http://127.0.0.1:" + server.port() + "/#" + fragment;
  }

  private double sinceNavigation() {
    return Double.parseDouble(browser.text("performance.now()"));
  }

  private static void report(String what, double milliseconds) {
    System.out.printf(Locale.ROOT, "PageTest: %s: %.0f ms%n", what, milliseconds);
  }

  private static String text(Path path) {
    return Numpy.bytes(path.toString().getBytes(UTF_8));
  }

  /// What the browser has saved, which first makes an empty file of that name.
  private Path complete(WatchService watch) throws IOException, InterruptedException {
    for (; ; ) {
      WatchKey key =
          Objects.requireNonNull(watch.poll(TimeLimit.TIMEOUT.toMinutes(), TimeUnit.MINUTES));
      for (var event : key.pollEvents()) {
        Path saved = downloads.resolve(String.valueOf(event.context()));
        if (saved.toString().endsWith(".npy") && Files.size(saved) > 0) {
          return saved;
        }
      }
      key.reset();
    }
  }
}
