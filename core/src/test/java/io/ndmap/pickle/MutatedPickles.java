package io.ndmap.pickle;

import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/// Reads files of objects with some bytes changed at random; run by [MutatedPickleTest] in a JVM
/// with little memory. Arguments: seed, how many of each file, files.
public final class MutatedPickles {

  private static final int MOST_CHANGES = 4;

  private MutatedPickles() {}

  /// Prints how many were refused and how many read, and every other ending.
  public static void main(String... arguments) throws IOException {
    Random random = new Random(Long.parseLong(arguments[0]));
    int each = Integer.parseInt(arguments[1]);
    int refused = 0;
    int read = 0;
    for (String name : Arrays.asList(arguments).subList(2, arguments.length)) {
      byte[] file = Files.readAllBytes(Path.of(name));
      for (int i = 0; i < each; i++) {
        byte[] mutant = mutant(file, random);
        try {
          NdView<?> view =
              ObjectArrays.read(new ByteArrayInputStream(mutant), "x", PickleLimits.DEFAULT);
          // The values must be fit for use.
          if (view.toString().isEmpty()) {
            throw new AssertionError("no text");
          }
          if (view.dtype().hasObject()) {
            ObjectArrays.write(view, new ByteArrayOutputStream());
          }
          read++;
        } catch (NpyFormatException e) {
          refused++;
        } catch (IOException | RuntimeException | Error e) {
          System.out.println(name + " " + i + " " + e + " " + Arrays.toString(e.getStackTrace()));
        }
      }
    }
    System.out.println(refused + " refused, " + read + " read");
  }

  private static byte[] mutant(byte[] file, Random random) {
    byte[] mutant = file.clone();
    // Behind the header, whose mutants the corpus has.
    int start = 128;
    for (int change = random.nextInt(MOST_CHANGES); change >= 0; change--) {
      int at = start + random.nextInt(mutant.length - start);
      switch (random.nextInt(5)) {
        case 0 -> mutant[at] = (byte) random.nextInt(256);
        case 1 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> mutant[at] = mutant[start + random.nextInt(mutant.length - start)];
        case 3 -> {
          int length = Math.min(random.nextInt(40), mutant.length - at);
          int from = start + random.nextInt(mutant.length - start - length + 1);
          System.arraycopy(mutant.clone(), from, mutant, at, length);
        }
        default -> mutant = at > start + 1 ? Arrays.copyOf(mutant, at) : mutant;
      }
    }
    return mutant;
  }
}
