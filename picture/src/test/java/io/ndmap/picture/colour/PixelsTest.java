package io.ndmap.picture.colour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PixelsTest {

  /// The JDK's reader finds each pixel, whichever filters its lines have.
  @ParameterizedTest
  @CsvSource({"1, 1, 2", "1, 300, 5", "300, 1, 5", "33, 17, 2", "64, 64, 16777216", "700, 900, 3"})
  void pngIsReadBack(int rows, int columns, int colours) throws IOException {
    Random random = new Random(rows * 31L + columns);
    for (int opaque : new int[] {0xff000000, 0}) {
      int[] argb =
          random
              .ints((long) rows * columns, 0, colours)
              .map(i -> opaque | i * 0x01234567)
              .toArray();
      BufferedImage read =
          ImageIO.read(new ByteArrayInputStream(Png.of(new Pixels(rows, columns, argb))));
      assertThat(read.getWidth()).isEqualTo(columns);
      assertThat(read.getHeight()).isEqualTo(rows);
      assertThat(read.getRGB(0, 0, columns, rows, null, 0, columns)).isEqualTo(argb);
    }
  }

  @Test
  void paperIsSeenThroughWhatIsTransparent() {
    Pixels flat = new Pixels(1, 4, 0, 0x00ff0000, 0xff123456, 0x80000000).over(0xffffff);
    assertThat(flat.toArray()).containsExactly(0xffffffff, 0xffffffff, 0xff123456, 0xff7f7f7f);
  }

  @Test
  void pixelsAreRepeatedWherePicturesGrow() {
    Pixels two = new Pixels(1, 2, 0xff000001, 0xff000002);
    assertThat(two.resized(2, 3).toArray())
        .containsExactly(0xff000001, 0xff000001, 0xff000002, 0xff000001, 0xff000001, 0xff000002);
  }

  @Test
  void everyPixelCountsWherePicturesShrink() {
    int[] argb = new int[8];
    Arrays.fill(argb, 0xff000000);
    argb[6] = 0xffff8040;
    assertThat(new Pixels(2, 4, argb).resized(1, 2).toArray())
        .containsExactly(0xff000000, 0xff402010);
    assertThat(new Pixels(2, 4, argb).resized(2, 4).toArray()).isEqualTo(argb);
  }

  @Test
  void sizesAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Pixels(2, 2, 1, 2, 3))
        .withMessage("expected 2 times 2 pixels, found 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Pixels(1, 1, 1).resized(0, 1))
        .withMessage("a picture has pixels, found 0 times 1");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> new Pixels(1, 2, 1, 2).argb(0, 2));
  }
}
