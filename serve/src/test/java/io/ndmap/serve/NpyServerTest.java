package io.ndmap.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.testing.Numpy;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the API answers, compared with what NumPy says of the same files.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NpyServerTest {

  private Path directory = Path.of("");
  private Client client;
  private Numpy numpy;

  @BeforeAll
  void serve(@TempDir Path given) throws IOException {
    directory = given;
    Python.run(
        """
        import os, zipfile
        d = argv[0]; r = np.random.default_rng(7)
        os.mkdir(d + '/runs')
        a = r.normal(size=(6, 7, 8)); a[1, 2, 3] = np.nan; a[0, 0, 0] = np.inf
        np.save(d + '/runs/a.npy', a)
        np.save(d + '/runs/f.npy', np.asfortranarray(a.astype('>f4')))
        np.save(d + '/runs/i.npy', np.arange(1000, dtype='<i2').reshape(40, 25))
        np.save(d + '/runs/c.npy', (a + 1j * a[::-1])[0])
        np.save(d + '/runs/t.npy', np.array(['2020-01-01', 'NaT', '1999-12-31'], 'M8[D]'))
        np.save(d + '/runs/u.npy', np.array(['a,b', '\\u00e9"', '']))
        s = np.zeros(3, [('x', '<i4'), ('y', '>f8', (2,))]); s['x'] = [1, 2, 3]; s['y'] = 0.5
        np.save(d + '/runs/s.npy', s)
        np.save(d + '/runs/zero.npy', np.zeros((3, 0)))
        np.save(d + '/runs/scalar.npy', np.array(2.5))
        np.savez(d + '/runs/all.npz', x=np.arange(5), **{'deep/y': np.ones((2, 2), 'F')})
        np.savez_compressed(d + '/runs/small.npz', q=np.arange(100))
        with zipfile.ZipFile(d + '/runs/lzma.npz', 'w', zipfile.ZIP_LZMA) as archive:
            archive.write(d + '/runs/a.npy', 'a.npy')
        model = {'w/0': {'dtype': 'F32', 'shape': [4, 3], 'data_offsets': [0, 48]},
                 'half': {'dtype': 'BF16', 'shape': [2], 'data_offsets': [48, 52]}}
        text = json.dumps(model).encode()
        with open(d + '/runs/model.safetensors', 'wb') as f:
            f.write(len(text).to_bytes(8, 'little') + text + np.arange(12, dtype='<f4').tobytes())
            f.write(bytes([0x80, 0x3f, 0x20, 0xc0]))
        def head(name, descr, shape, size):
            with open(d + '/runs/' + name, 'wb') as f:
                np.lib.format.write_array_header_1_0(
                    f, {'descr': descr, 'fortran_order': False, 'shape': shape})
                f.truncate(f.tell() + size)
        np.save(d + '/runs/large.npy', np.zeros(4 << 20))
        head('v0.npy', '|V0', (1 << 60,), 0)
        head('vast.npy', '|V100000000', (1,), 100000000)
        head('hollow.npy', '<f8', (10 ** 12, 0, 5), 0)
        head('hollow2.npy', '<f8', (10 ** 12, 0), 0)
        head('hollow3.npy', [('x', '<f8')], (10 ** 12, 0), 0)
        np.save(d + '/runs/bare.npy', np.zeros(2, [('x', '<f8', (0,))]))
        np.save(d + '/runs/wide.npy', np.zeros(3, [('field%s' % i, '<f4') for i in range(450)]))
        np.save(d + '/runs/' + 'n' * 240 + '.npy', np.arange(3))
        np.save(d + '/runs/\\U0001f600.npy', np.array(7))
        with open(d + '/runs/slow.npy', 'wb') as f:
            np.lib.format.write_array_header_1_0(
                f, {'descr': '<f8', 'fortran_order': False, 'shape': (16 << 20,)})
            f.truncate(f.tell() + (128 << 20) - 8)
            f.seek(0, 2)
            f.write(np.array([5e-324]).tobytes())
        np.save(d + '/runs/objects.npy', np.array([None]), allow_pickle=True)
        """,
        directory);
    numpy = Numpy.start();
    numpy.run(
        """
        def load(name, member=None):
            a = np.load('%s/runs/' + name, allow_pickle=True)
            return a if member is None else a[member]
        """
            .formatted(directory));
    client = start(ServeOptions.of(directory.resolve("runs")));
  }

  private static Client start(ServeOptions options) throws IOException {
    return Client.of(NpyServer.start(options.withToken(Optional.of(Client.TOKEN))));
  }

  @AfterAll
  void stop() throws IOException {
    client.close();
    numpy.close();
  }

  private String path(String name) {
    return "path=" + Client.query("runs/" + name);
  }

  /// The bytes of an expression of NumPy, in which `load` opens a file.
  private byte[] numpy(String expression) {
    String statement = "result.append(np.ascontiguousarray(" + expression + ").tobytes().hex())";
    return HexFormat.of().parseHex(numpy.run(statement).getFirst());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.npy | '' | '' | load('a.npy')",
        "a.npy | 0, ::2, -1 | '' | load('a.npy')[0, ::2, -1]",
        "a.npy | ::-1, ..., 3:5 | '' | load('a.npy')[::-1, ..., 3:5]",
        "a.npy | 5, 6, 7 | '' | load('a.npy')[5, 6, 7]",
        "a.npy | 2:2 | '' | load('a.npy')[2:2]",
        "f.npy | '' | '' | load('f.npy').astype('<f4')",
        "f.npy | 1:4, :, ::3 | '' | load('f.npy')[1:4, :, ::3].astype('<f4')",
        "i.npy | 7 | '' | load('i.npy')[7]",
        "c.npy | 1 | '' | load('c.npy')[1]",
        "c.npy | 1 | imag | load('c.npy')[1].imag",
        "t.npy | '' | '' | load('t.npy')",
        "s.npy | 1: | y | load('s.npy')['y'][1:].astype('<f8')",
        "zero.npy | '' | '' | load('zero.npy')",
        "scalar.npy | '' | '' | load('scalar.npy')",
        "all.npz::x | 1:3 | '' | load('all.npz', 'x')[1:3]",
        "all.npz::deep/y | '' | '' | load('all.npz', 'deep/y')",
        "small.npz::q | ::9 | '' | load('small.npz', 'q')[::9]",
        "model.safetensors::w/0 | 1::2 | '' | np.arange(12, dtype='<f4').reshape(4, 3)[1::2]",
      })
  void bytesAreThoseOfNumpy(String name, String selection, String field, String expression) {
    HttpResponse<byte[]> response =
        client.get(
            "/data?format=bin&%s&selection=%s&field=%s"
                .formatted(path(name), Client.query(selection), field));
    assertThat(response.statusCode()).describedAs(Client.text(response)).isEqualTo(200);
    assertThat(response.body()).isEqualTo(numpy(expression));
  }

  @Test
  void aDownloadIsAFileThatNumpyReads() throws IOException {
    HttpResponse<byte[]> response =
        client.get("/data?format=npy&" + path("f.npy") + "&selection=" + Client.query("::2, 1"));
    assertThat(response.headers().firstValue("Content-Disposition"))
        .contains("attachment; filename=\"f.npy\"");
    Path saved = directory.resolve("saved.npy");
    Files.write(saved, response.body());
    assertThat(
            numpy.run(
                "a = load('f.npy')[::2, 1]; b = load('../saved.npy');"
                    + " result.append(str(a.dtype == b.dtype and a.tobytes() == b.tobytes()))"))
        .containsExactly("True");
  }

  @Test
  void jsonIsNestedLists() {
    assertThat(
            client.textOf("/data?" + path("a.npy") + "&selection=" + Client.query("0:2, 0, 0:2")))
        .startsWith("[[\"inf\",");
    assertThat(client.textOf("/data?" + path("scalar.npy"))).isEqualTo("2.5");
    assertThat(client.textOf("/data?" + path("zero.npy"))).isEqualTo("[[],[],[]]");
    assertThat(client.textOf("/data?" + path("t.npy")))
        .isEqualTo("[\"2020-01-01\",null,\"1999-12-31\"]");
    JsonArray rows =
        JsonParser.parseString(client.textOf("/data?" + path("i.npy"))).getAsJsonArray();
    assertThat(rows.size()).isEqualTo(40);
    assertThat(rows.get(39).getAsJsonArray().get(24).getAsInt()).isEqualTo(999);
  }

  @Test
  void csvHasALineForARow() {
    assertThat(
            client.textOf(
                "/data?format=csv&" + path("i.npy") + "&selection=" + Client.query(":2, :3")))
        .isEqualTo("0,1,2\n25,26,27\n");
    assertThat(client.textOf("/data?format=csv&" + path("u.npy")))
        .isEqualTo("\"a,b\"\n\"\u00e9\"\"\"\n\"\"\n");
    assertThat(client.textOf("/data?format=csv&" + path("s.npy")))
        .isEqualTo("x,y[0],y[1]\n1,0.5,0.5\n2,0.5,0.5\n3,0.5,0.5\n");
  }

  /// The loops over the other axes would never end.
  @Test
  void csvOfNothingEndsAtOnceHoweverLongItsAxes() {
    assertThat(client.textOf("/data?format=csv&" + path("zero.npy"))).isEqualTo("\n\n\n");
    assertThat(client.textOf("/data?format=csv&" + path("hollow.npy"))).isEmpty();
    assertThat(client.textOf("/data?format=csv&" + path("hollow3.npy"))).isEqualTo("x\n");
  }

  @Test
  void headersAreReported() {
    JsonObject meta = client.json("/meta?" + path("f.npy"));
    assertThat(meta.get("dtype").getAsString()).isEqualTo(">f4");
    assertThat(meta.get("order").getAsString()).isEqualTo("F");
    assertThat(meta.get("shape").toString()).isEqualTo("[6,7,8]");
    assertThat(meta.get("version").getAsString()).isEqualTo("1.0");
    assertThat(client.json("/attr?" + path("f.npy")).get("fortran_order").getAsBoolean()).isTrue();
    assertThat(client.json("/meta?" + path("s.npy")).get("fields").toString())
        .isEqualTo("[{\"name\":\"x\",\"dtype\":\"<i4\"},{\"name\":\"y\",\"dtype\":\"(2,)>f8\"}]");
  }

  @Test
  void directoriesAndArchivesAreListed() {
    JsonArray children = client.json("/meta?path=runs").getAsJsonArray("children");
    assertThat(children.get(0).toString())
        .isEqualTo(
            "{\"label\":\"a.npy\",\"name\":\"runs/a.npy\",\"kind\":\"array\",\"refused\":\"\"}");
    JsonArray members = client.json("/meta?" + path("all.npz")).getAsJsonArray("children");
    assertThat(members.get(1).getAsJsonObject().get("name").getAsString())
        .isEqualTo("runs/all.npz::deep/y");
    assertThat(client.json("/meta?" + path("model.safetensors")).get("children").toString())
        .isEqualTo(
            "[{\"label\":\"w/0\",\"name\":\"runs/model.safetensors::w/0\",\"kind\":\"array\",\"refused\":\"\"},"
                + "{\"label\":\"half\",\"name\":\"runs/model.safetensors::half\",\"kind\":\"array\",\"refused\":\"\"}]");
  }

  @Test
  void bfloat16IsReadAsNumbers() {
    HttpResponse<byte[]> data =
        client.get("/data?" + path("model.safetensors::half") + "&format=json");
    assertThat(Client.text(data)).isEqualTo("[1.0,-2.5]");
  }

  @Test
  void numbersAreThoseOfNumpy() {
    JsonObject stats =
        client.json("/stats?" + path("i.npy") + "&selection=" + Client.query("3:, ::2"));
    JsonObject expected =
        JsonParser.parseString(
                numpy
                    .run(
                        "import json; a = load('i.npy')[3:, ::2]; h = np.histogram(a, 7);"
                            + " result.append(json.dumps({'count': a.size, 'sum': int(a.sum()),"
                            + " 'min': int(a.min()), 'max': int(a.max()), 'counts':"
                            + " h[0].tolist()}))")
                    .getFirst())
            .getAsJsonObject();
    for (String name : new String[] {"count", "sum", "min", "max"}) {
      assertThat(stats.get(name).getAsLong()).isEqualTo(expected.get(name).getAsLong());
    }
    assertThat(
            client
                .json(
                    "/histogram?bins=7&" + path("i.npy") + "&selection=" + Client.query("3:, ::2"))
                .get("counts"))
        .isEqualTo(expected.get("counts"));
    assertThat(client.json("/percentiles?q=0,50,100&" + path("i.npy")).toString())
        .isEqualTo("{\"q\":[0.0,50.0,100.0],\"values\":[0.0,499.5,999.0],\"sampled\":1.0}");
  }

  @Test
  void tilesHaveCells() {
    HttpResponse<byte[]> tile =
        client.get("/tile?height=4&width=5&aggregate=max&rows=0:40&columns=5:25&" + path("i.npy"));
    assertThat(tile.headers().firstValue("X-Rows")).contains("4");
    assertThat(tile.headers().firstValue("X-Columns")).contains("5");
    assertThat(tile.headers().firstValue("X-Max")).contains("999.0");
    assertThat(tile.body())
        .isEqualTo(numpy("load('i.npy')[:, 5:].reshape(4, 10, 5, 4).max((1, 3)).astype('<f4')"));
    HttpResponse<byte[]> line =
        client.get("/tile?width=5&selection=7&columns=5:25&" + path("i.npy"));
    ByteBuffer rows = ByteBuffer.wrap(line.body()).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(rows.remaining()).isEqualTo(3 * 5 * 4);
    assertThat(rows.getFloat(0)).isEqualTo(180);
    assertThat(rows.getFloat(20)).isEqualTo(183);
    assertThat(rows.getFloat(40)).isEqualTo(181.5f);
    assertThat(client.get("/tile?" + path("a.npy")).statusCode()).isEqualTo(400);
  }

  @Test
  void rangesAreParts() {
    byte[] all = numpy("load('f.npy').astype('<f4')");
    String path = "/data?format=bin&" + path("f.npy");
    HttpResponse<byte[]> part = client.get(path, "Range", "bytes=3-100");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.headers().firstValue("Content-Range")).contains("bytes 3-100/" + all.length);
    assertThat(part.body()).isEqualTo(java.util.Arrays.copyOfRange(all, 3, 101));
    assertThat(client.get(path, "Range", "bytes=-5").body())
        .isEqualTo(java.util.Arrays.copyOfRange(all, all.length - 5, all.length));
    HttpResponse<byte[]> none = client.get(path, "Range", "bytes=" + all.length + "-");
    assertThat(none.statusCode()).isEqualTo(416);
    assertThat(none.headers().firstValue("Content-Range")).contains("bytes */" + all.length);
    assertThat(client.get(path, "Range", "bytes=0-1,4-5").statusCode()).isEqualTo(200);
    assertThat(client.get(path, "Range", "bytes=0-1", "If-Range", "\"other\"").statusCode())
        .isEqualTo(200);
    HttpResponse<byte[]> head = client.send("HEAD", path);
    assertThat(head.headers().firstValue("Content-Length")).contains("" + all.length);
  }

  @Test
  void whatIsKnownIsNotSentAgain() throws IOException {
    Path file = directory.resolve("runs/changing.npy");
    Files.copy(directory.resolve("runs/i.npy"), file);
    String path = "/data?format=bin&" + path("changing.npy");
    String etag = settledTag(path);
    HttpResponse<byte[]> known = client.get(path, "If-None-Match", "\"x\", " + etag);
    assertThat(known.statusCode()).isEqualTo(304);
    assertThat(known.body()).isEmpty();
    assertThat(client.get("/stats?" + path("changing.npy"), "If-None-Match", etag).statusCode())
        .isEqualTo(304);
    HttpResponse<byte[]> other =
        client.get("/stats?" + path("changing.npy"), "If-None-Match", "\"x" + etag.substring(1));
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(client.get("/stats?" + path("changing.npy"), "If-None-Match", "x" + etag).body())
        .isEqualTo(other.body())
        .isNotEmpty();
    Files.write(directory.resolve("new"), Files.readAllBytes(directory.resolve("runs/a.npy")));
    Files.move(directory.resolve("new"), file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    HttpResponse<byte[]> changed = client.get(path, "If-None-Match", etag);
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(changed.body()).isEqualTo(numpy("load('a.npy')"));
  }

  /// The tag of a file, once it is so old that it cannot change within a tick of the clock.
  private String settledTag(String path) {
    String tag = "";
    while (true) {
      String next = client.get(path).headers().firstValue("ETag").orElseThrow();
      if (next.equals(tag)) {
        return tag;
      }
      tag = next;
    }
  }

  @Test
  void textIsZippedWhereAsked() throws IOException {
    HttpResponse<byte[]> zipped =
        client.get("/data?" + path("i.npy"), "Accept-Encoding", "br, gzip");
    assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
    try (GZIPInputStream in =
        new GZIPInputStream(new java.io.ByteArrayInputStream(zipped.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(client.get("/data?" + path("i.npy")).body());
    }
    assertThat(
            client
                .get("/data?" + path("i.npy"), "Accept-Encoding", "gzip;q=0")
                .headers()
                .firstValue("Content-Encoding"))
        .isEmpty();
  }

  /// Not even the first bytes of a zip are sent before there is something to zip.
  @Test
  void whatFailsAtOnceIsAProblemWithGzipToo() {
    String path = "/data?format=csv&" + path("bare.npy");
    HttpResponse<byte[]> plain = client.get(path);
    HttpResponse<byte[]> zipped = client.get(path, "Accept-Encoding", "gzip");
    assertThat(Client.text(plain)).contains("have no columns");
    assertThat(zipped.statusCode()).isEqualTo(plain.statusCode()).isNotEqualTo(200);
    assertThat(zipped.body()).isEqualTo(plain.body());
    assertThat(zipped.headers().firstValue("Content-Encoding")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/data?path=runs/none.npy | 404 | there is no 'runs/none.npy'",
        "/data?path=runs | 404 | 'runs' is a directory, not an array",
        "/data?path=runs/all.npz | 404 | 'runs/all.npz' is an archive, not an array; open a"
            + " member: runs/all.npz::NAME",
        "/data?path=runs/all.npz::z | 404 | there is no member 'z'",
        "/data?path=runs/model.safetensors | 404 | 'runs/model.safetensors' is an archive, not an"
            + " array; open a member: runs/model.safetensors::NAME",
        "/data?path=runs/model.safetensors::z | 404 | runs/model.safetensors: there is no tensor"
            + " 'z', there are [w/0, half]",
        "/data | 400 | the parameter path names the array",
        "/data?path=runs/a.npy&selecton=0&b=1 | 400 | there is no parameter 'b', 'selecton' here;"
            + " there are field, format, path, selection",
        "/meta?path=runs/a.npy&selection=0 | 400 | there is no parameter 'selection' here; there"
            + " are path",
        "/zarr/runs/a.npy/zarr.json?path=x | 400 | there is no parameter 'path' here; there are"
            + " none",
        "/data?path=runs/a.npy&path=x | 400 | the parameter 'path' is given twice",
        "/data?path=runs/a.npy&selection=9 | 400 | 9",
        "/data?path=runs/a.npy&selection=no | 400 | no",
        "/data?path=runs/a.npy&field=x | 400 | x",
        "/data?path=runs/a.npy&format=xml | 400 | format is one of json, npy, csv and bin",
        "/data?path=runs/objects.npy | 422 | arrays of objects are pickles",
        "/data?path=runs/lzma.npz::a | 422 | to read them, add org.tukaani:xz",
        "/stats?path=runs/c.npy | 400 | choose field=real or field=imag",
        "/histogram?path=runs/i.npy&bins=0 | 400 | bins is a number from 1 to 65536, found '0'",
        "/histogram?path=runs/i.npy&range=1 | 400 | range is two numbers with a comma between them",
        "/tile?path=runs/i.npy&width=x | 400 | width is a number from 1 to 4096, found 'x'",
        "/tile?path=runs/i.npy&width=4096&height=4096 | 413 | at most 1048576 cells, found 4096 x",
        "/data?path=runs/v0.npy | 413 | has 1152921504606846976 elements, the most as text is",
        "/data?path=runs/v0.npy&format=csv | 413 | has 1152921504606846976 elements",
        "/data?path=runs/vast.npy&format=bin | 413 | have 100000000 bytes, the most is 4194304",
        "/data?path=runs/vast.npy&format=npy | 413 | have 100000000 bytes",
        "/data?path=runs/vast.npy | 413 | have 100000000 bytes",
        "/data?path=runs/hollow2.npy&format=csv | 413 | has 1000000000000 rows, the most in CSV is",
        "/tile?path=runs/i.npy&aggregate=x | 400 | aggregate is one of mean, min, max, std,"
            + " count-nan",
        "/tile?path=runs/i.npy&rows=5:99 | 400 | rows is START:STOP within the 40 of the plane",
        "/nothing | 404 | there is no '/nothing'",
      })
  void problemsSayWhatIsWrong(String path, int status, String detail) {
    HttpResponse<byte[]> response = client.get(path);
    JsonObject problem = JsonParser.parseString(Client.text(response)).getAsJsonObject();
    assertThat(response.statusCode()).describedAs(Client.text(response)).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(problem.get("status").getAsInt()).isEqualTo(status);
    assertThat(problem.get("detail").getAsString()).contains(detail);
    assertThat(problem.get("detail").getAsString()).doesNotContain(directory.toString());
  }

  @Test
  void whatIsTooLargeIsRefusedWithItsSize() throws IOException {
    try (Client small =
        start(ServeOptions.of(directory.resolve("runs")).withLimits(1999, 1 << 20, 10))) {
      HttpResponse<byte[]> response = small.get("/data?format=bin&" + path("i.npy"));
      assertThat(response.statusCode()).isEqualTo(413);
      assertThat(Client.text(response)).contains("2000 bytes, the most is 1999");
    }
  }

  @Test
  void rootsOfOneNameAreDistinguished() throws IOException {
    Path other = Files.createDirectories(directory.resolve("other/runs"));
    Files.copy(directory.resolve("runs/i.npy"), other.resolve("j.npy"));
    try (Client two =
        start(ServeOptions.of(directory.resolve("runs"), other, directory.resolve("runs/i.npy")))) {
      assertThat(two.get("/data?path=runs-2/j.npy&format=bin").body())
          .isEqualTo(two.get("/data?path=i.npy&format=bin").body())
          .hasSize(2000);
    }
  }

  /// A connection may bring the next request while an answer is sent: no byte of it is lost.
  @Test
  void aRequestThatComesDuringAnAnswerIsAnsweredToo() throws IOException {
    String first =
        RawRequest.of(client.server().port(), "GET /data?format=bin&" + path("large.npy"))
            .replace("Connection: close\r\n", "");
    String second = RawRequest.of(client.server().port(), "GET /data?" + path("scalar.npy"));
    try (Socket socket =
        new Socket(java.net.InetAddress.getLoopbackAddress(), client.server().port())) {
      socket.setReceiveBufferSize(16 << 10);
      socket.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
      String begin =
          new String(socket.getInputStream().readNBytes(1 << 20), StandardCharsets.ISO_8859_1);
      assertThat(begin).startsWith("HTTP/1.1 200");
      socket.getOutputStream().write(second.getBytes(StandardCharsets.US_ASCII));
      String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(rest).contains("HTTP/1.1 200 OK\r\n").endsWith("2.5");
    }
  }

  /// The same while a computation runs that fails then: whoever computes looks for the client. It
  /// may end before it looks; then all is done again.
  @Test
  void aRequestThatComesDuringAFailureIsAnsweredOrNot() throws IOException {
    long early = client.metric("early_requests_total");
    do {
      askDuringAFailure(early);
    } while (client.metric("early_requests_total") == early);
  }

  private void askDuringAFailure(long early) throws IOException {
    String first =
        RawRequest.of(client.server().port(), "GET /histogram?bins=64&" + path("slow.npy"))
            .replace("Connection: close\r\n", "");
    String second = RawRequest.of(client.server().port(), "GET /data?" + path("scalar.npy"));
    try (Socket socket =
        new Socket(java.net.InetAddress.getLoopbackAddress(), client.server().port())) {
      socket.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
      while (client.metric("bytes_in_flight") == 0) {
        Thread.onSpinWait();
      }
      socket.getOutputStream().write(second.getBytes(StandardCharsets.US_ASCII));
      while (client.metric("early_requests_total") == early
          && client.metric("bytes_in_flight") > 0) {
        Thread.onSpinWait();
      }
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(all).startsWith("HTTP/1.1 400").contains("too many bins");
      // A connection that is used further has lost nothing of the next request.
      assertThat(all.contains("Connection: close\r\n") || all.endsWith("2.5"))
          .describedAs(all)
          .isTrue();
      assertThat(all).doesNotContain("HTTP/1.1 405").doesNotContain("ET is not");
    }
  }

  @Test
  void headersAreNeverLongerThanTheyMayBe() {
    HttpResponse<byte[]> wide = client.get("/data?format=bin&" + path("wide.npy"));
    assertThat(wide.statusCode()).describedAs(Client.text(wide)).isEqualTo(200);
    assertThat(wide.body()).hasSize(3 * 450 * 4);
    assertThat(wide.headers().firstValue("X-Dtype").orElseThrow()).hasSizeGreaterThan(8192);
    assertThat(wide.headers().firstValue("X-Shape")).contains("3");
    assertThat(
            client
                .get("/data?format=csv&" + path("n".repeat(240) + ".npy"))
                .headers()
                .firstValue("Content-Disposition"))
        .contains("attachment; filename=\"" + "n".repeat(200) + ".csv\"");
  }

  @Test
  void namesNeedNotBeEscaped() {
    String request = RawRequest.of(client.server().port(), "GET /data?path=runs/\ud83d\ude00.npy");
    String answer =
        RawRequest.send(client.server().port(), request.getBytes(StandardCharsets.UTF_8));
    assertThat(answer).startsWith("HTTP/1.1 200").endsWith("7");
  }

  @Test
  void whatIsNotThereIsNotServed() {
    assertThatThrownBy(() -> NpyServer.start(ServeOptions.of(directory.resolve("none"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no such file or directory");
  }

  @Test
  void theDescriptionNamesWhatIsServed() {
    JsonObject paths = client.json("/openapi.json").getAsJsonObject("paths");
    for (String path :
        new String[] {
          "/meta", "/attr", "/data", "/stats", "/histogram", "/percentiles", "/tile", "/png"
        }) {
      assertThat(paths.has(path)).describedAs(path).isTrue();
      assertThat(client.get(path + "?path=none").statusCode()).isEqualTo(404);
      // A parameter that is not known is refused with those that are.
      List<String> described = new ArrayList<>();
      for (JsonElement parameter :
          paths.getAsJsonObject(path).getAsJsonObject("get").getAsJsonArray("parameters")) {
        described.add(parameter.getAsJsonObject().get("name").getAsString());
      }
      Collections.sort(described);
      assertThat(Client.text(client.get(path + "?nothing=1")))
          .contains("'nothing' here; there are " + String.join(", ", described) + "\"");
    }
  }

  @Test
  void aServerThatStopsEndsAndReleasesItsFiles() throws IOException, InterruptedException {
    Client other = start(ServeOptions.of(directory.resolve("runs")));
    assertThat(other.get("/data?format=bin&" + path("i.npy")).statusCode()).isEqualTo(200);
    other.server().close();
    other.server().awaitClose();
    other.close();
    assertThatThrownBy(() -> other.get("/health"))
        .isInstanceOf(AssertionError.class)
        .hasCauseInstanceOf(IOException.class);
  }
}
