package io.ndmap.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.ndmap.picture.colour.ColourMap;
import io.ndmap.testing.Python;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pictures, which ImageIO decodes: the colours of known cells.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PngTest {

  private static final int PAPER = 0xffffffff;

  private Client client;

  // The server needs no java.desktop, which has ImageIO.
  static {
    PngTest.class.getModule().addReads(ModuleLayer.boot().findModule("java.desktop").orElseThrow());
  }

  @BeforeAll
  void serve(@TempDir Path directory) throws IOException {
    Python.run(
        """
        d = argv[0]
        p = np.arange(12.0).reshape(3, 4); p[0, 1] = np.nan; p[0, 2] = -np.inf
        np.save(d + '/plane.npy', p)
        np.save(d + '/cube.npy', np.stack([p, p + 100]))
        np.save(d + '/line.npy', np.array([0.0, 10, 5, 5]))
        i = np.zeros((2, 3, 3), 'u1'); i[0, 0] = [255, 0, 7]; i[1, 2] = [1, 2, 3]
        np.save(d + '/image.npy', i)
        np.save(d + '/float.npy', (i * 2).astype('f4'))
        np.save(d + '/empty.npy', np.zeros((3, 0)))
        np.save(d + '/text.npy', np.array(['a']))
        s = np.zeros((2, 2), [('a,b', [('c\\\\', 'f8')]), ('a', 'f8')])
        s['a,b']['c\\\\'] = [[0, 1], [2, 3]]
        np.save(d + '/fields.npy', s)
        """,
        directory);
    client =
        Client.of(
            NpyServer.start(
                ServeOptions.of(
                        directory.resolve("plane.npy"),
                        directory.resolve("cube.npy"),
                        directory.resolve("line.npy"),
                        directory.resolve("image.npy"),
                        directory.resolve("float.npy"),
                        directory.resolve("empty.npy"),
                        directory.resolve("text.npy"),
                        directory.resolve("fields.npy"))
                    .withToken(Optional.of(Client.TOKEN))));
  }

  @AfterAll
  void stop() throws IOException {
    client.close();
  }

  private BufferedImage picture(String request) throws IOException {
    HttpResponse<byte[]> response = client.get(request);
    assertThat(response.statusCode()).describedAs(Client.text(response)).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("image/png");
    return Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(response.body())));
  }

  @Test
  void aTileHasAPixelForEachCell() throws IOException {
    BufferedImage tile = picture("/tile?format=png&range=0,11&colours=gray&path=plane.npy");
    assertThat(tile.getWidth()).isEqualTo(4);
    assertThat(tile.getHeight()).isEqualTo(3);
    assertThat(tile.getRGB(0, 0)).isEqualTo(0xff000000);
    assertThat(tile.getRGB(1, 0)).isEqualTo(ColourMap.GRAY.nan());
    assertThat(tile.getRGB(2, 0)).isEqualTo(ColourMap.GRAY.infinity());
    assertThat(tile.getRGB(0, 1)).isEqualTo(ColourMap.GRAY.argb(4 / 11.0));
    assertThat(tile.getRGB(3, 2)).isEqualTo(0xffffffff);
    BufferedImage most =
        picture("/tile?format=png&range=0,11&aggregate=max&height=1&width=2&path=plane.npy");
    assertThat(most.getRGB(0, 0)).isEqualTo(ColourMap.VIRIDIS.argb(9 / 11.0));
    assertThat(most.getRGB(1, 0)).isEqualTo(ColourMap.VIRIDIS.argb(1));
    BufferedImage turned = picture("/tile?format=png&range=0,11&axes=1,0&rows=2:4&path=plane.npy");
    assertThat(turned.getRGB(2, 1)).isEqualTo(ColourMap.VIRIDIS.argb(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "percentiles=0,100           | 1.0",
        "percentiles=0,50            | 1.0",
        "range=0,22                  | 0.5",
        "range=-5,11&symmetric       | 1.0",
        "range=-5,22&symmetric=true  | 0.75",
        "range=1,121&log=true        | 0.5",
        "range=1,12&log=false        | 0.90909",
      })
  void contrastIsAsAsked(String parameters, double position) throws IOException {
    BufferedImage tile = picture("/tile?format=png&path=plane.npy&" + parameters);
    assertThat(tile.getRGB(3, 2)).isEqualTo(ColourMap.VIRIDIS.argb(position));
  }

  @Test
  void theDefaultContrastIsOfPercentiles() throws IOException {
    BufferedImage tile = picture("/tile?format=png&path=cube.npy&selection=1");
    assertThat(tile.getRGB(0, 0)).isEqualTo(ColourMap.VIRIDIS.argb(0));
    assertThat(tile.getRGB(3, 2)).isEqualTo(ColourMap.VIRIDIS.argb(1));
  }

  @Test
  void aPictureIsADownloadOfTheLastTwoAxes() throws IOException {
    String request = "/png?range=0,11&height=9&width=8&path=cube.npy";
    assertThat(client.get(request).headers().firstValue("Content-Disposition"))
        .contains("attachment; filename=\"cube.png\"");
    BufferedImage whole = picture(request);
    assertThat(whole.getWidth()).isEqualTo(8);
    assertThat(whole.getHeight()).isEqualTo(6);
    assertThat(whole.getRGB(7, 5)).isEqualTo(ColourMap.VIRIDIS.argb(1));
    assertThat(whole.getRGB(5, 4)).isEqualTo(ColourMap.VIRIDIS.argb(10 / 11.0));
    assertThat(whole.getRGB(2, 1)).isEqualTo(ColourMap.VIRIDIS.nan());
    assertThat(picture("/png?path=plane.npy").getWidth()).isEqualTo(512);
  }

  @Test
  void anImageHasItsOwnColours() throws IOException {
    BufferedImage bytes = picture("/png?height=2&width=3&path=image.npy");
    assertThat(bytes.getRGB(0, 0)).isEqualTo(0xffff0007);
    assertThat(bytes.getRGB(2, 1)).isEqualTo(0xff010203);
    BufferedImage floats = picture("/png?height=2&width=3&path=float.npy&range=0,255");
    assertThat(floats.getRGB(0, 0)).isEqualTo(0xfffe000e);
    // Else from the least to the largest: 0 to 254, as the bytes overflow.
    assertThat(picture("/png?height=2&width=3&path=float.npy").getRGB(0, 0)).isEqualTo(0xffff000e);
  }

  @Test
  void aLineIsABandWithItsMean() throws IOException {
    BufferedImage line = picture("/png?height=11&width=2&path=line.npy");
    assertThat(line.getWidth()).isEqualTo(2);
    assertThat(line.getHeight()).isEqualTo(11);
    int mean = line.getRGB(0, 5);
    assertThat(line.getRGB(1, 5)).isEqualTo(mean);
    assertThat(line.getRGB(1, 4)).isEqualTo(PAPER);
    assertThat(line.getRGB(1, 6)).isEqualTo(PAPER);
    assertThat(line.getRGB(0, 0)).isEqualTo(line.getRGB(0, 10)).isNotIn(PAPER, mean);
    assertThat(picture("/png?height=11&width=9&path=line.npy&range=0,20").getWidth()).isEqualTo(8);
  }

  @Test
  void aFieldMayHaveACommaInItsName() throws IOException {
    String field = Client.query("a\\,b,c\\\\");
    BufferedImage plane = picture("/tile?format=png&range=0,3&path=fields.npy&field=" + field);
    assertThat(plane.getRGB(0, 1)).isEqualTo(ColourMap.VIRIDIS.argb(2 / 3.0));
    assertThat(client.textOf("/data?path=fields.npy&field=" + field))
        .isEqualTo("[[0.0,1.0],[2.0,3.0]]");
    assertThat(client.textOf("/data?path=fields.npy&field=a")).isEqualTo("[[0.0,0.0],[0.0,0.0]]");
    assertThat(client.textOf("/data?path=fields.npy&field=" + Client.query("a,b"))).contains("'b'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/tile?format=gif&path=plane.npy | format is one of bin and png, found 'gif'",
        "/png?path=plane.npy&colours=jet | colours is one of viridis, gray, inferno, coolwarm,"
            + " cividis, found 'jet'",
        "/png?path=plane.npy&range=1 | range is two numbers with a comma between them, found '1'",
        "/png?path=plane.npy&range=2,1 | the lower one first, found 2.0 and 1.0",
        "/png?path=plane.npy&range=1,2&percentiles=1,2 | range and percentiles exclude each other",
        "/png?path=plane.npy&percentiles=1,101 | percentiles are two numbers between 0 and 100",
        "/png?path=plane.npy&range=-1,2&log=true | a logarithmic range of colours begins above 0",
        "/png?path=plane.npy&log&symmetric | a logarithmic scale has no 0",
        "/png?path=plane.npy&log=1 | log is true or false, found '1'",
        "/png?path=plane.npy&width=1025 | width is a number from 1 to 1024, found '1025'",
        "/png?path=plane.npy&aggregate=sum | aggregate is one of mean, min, max, std, count-nan",
        "/png?path=plane.npy&selection=0,0 | found shape ()",
        "/png?path=empty.npy | a picture needs elements, found 3 rows and 0 columns",
        "/tile?format=png&path=empty.npy | a picture needs elements, found 3 rows and 0 columns",
        "/png?path=text.npy | have no picture",
        "/png | the parameter path names the array",
      })
  void problemsSayWhatIsWrong(String request, String detail) {
    HttpResponse<byte[]> response = client.get(request);
    assertThat(response.statusCode()).describedAs(Client.text(response)).isEqualTo(400);
    assertThat(
            JsonParser.parseString(Client.text(response))
                .getAsJsonObject()
                .get("detail")
                .getAsString())
        .contains(detail);
  }

  @Test
  void theDescriptionHasAllRoutesAndNoOthers() {
    assertThat(
            client.json("/openapi.json").getAsJsonObject("paths").keySet().stream()
                .map(path -> path.split("/", 3)[1]))
        .containsExactlyInAnyOrderElementsOf(client.server().routes());
  }
}
