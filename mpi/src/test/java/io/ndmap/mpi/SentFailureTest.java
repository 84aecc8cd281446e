package io.ndmap.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ObjectOutputStream;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/// Whatever a rank throws, the others are told.
class SentFailureTest {

  private static final class Unsendable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unsendable() {
      super("has a thread");
    }

    private void writeObject(ObjectOutputStream out) {
      throw new IllegalStateException("on purpose");
    }
  }

  private static final class Speechless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("on purpose");
    }
  }

  private static Throwable sent(Throwable error) {
    return SentFailure.decode(SentFailure.encode(error), 3);
  }

  @Test
  void theTypeAndTheText() {
    assertThat(sent(new NoSuchFileException("/x.npy")))
        .isExactlyInstanceOf(NoSuchFileException.class)
        .hasMessage("/x.npy")
        .hasSuppressedException(new ThrownElsewhere(3));
    assertThat(sent(new OutOfMemoryError("no heap")))
        .isExactlyInstanceOf(OutOfMemoryError.class)
        .hasMessage("no heap");
  }

  @Test
  void theTextOfWhatCannotBeSent() {
    assertThat(sent(new Unsendable()))
        .isExactlyInstanceOf(MpiException.class)
        .hasMessage("rank 3 failed: " + Unsendable.class.getName() + ": has a thread");
  }

  @Test
  void theTextOfATypeThatIsNotTaken() {
    assertThat(sent(new org.opentest4j.AssertionFailedError("foreign")))
        .isExactlyInstanceOf(MpiException.class)
        .hasMessage("rank 3 failed: org.opentest4j.AssertionFailedError: foreign");
  }

  @Test
  void thatItFailedAtLeast() {
    assertThat(sent(new Speechless()))
        .isExactlyInstanceOf(MpiException.class)
        .hasMessage("rank 3 failed: ");
  }
}
