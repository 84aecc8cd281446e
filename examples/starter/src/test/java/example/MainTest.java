package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

  @Test
  void theSumOfWhatWasStored(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("x.npy");
    Main.create(path);
    assertEquals(15, Main.sum(path));
  }
}
