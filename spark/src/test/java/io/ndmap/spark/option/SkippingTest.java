package io.ndmap.spark.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.npy.MappingLimitException;
import io.ndmap.npy.MissingLibraryException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.op.MappingFaultException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests which failures are a file's own.
class SkippingTest {

  private static final String FILE = "/data/x.npy";

  private static boolean skips(boolean corrupt, boolean missing, Exception e) {
    return new Skipping(corrupt, missing).skips(e, FILE);
  }

  static Stream<Exception> corruptFiles() {
    return Stream.of(
        new NpyFormatException(FILE, 0, "no magic"),
        new TruncatedDataException(FILE, 128, "the data", 80, 8),
        new MappingFaultException(FILE, new IOException("was truncated")),
        new IOException("Input/output error"),
        new UncheckedIOException(new IOException("Input/output error")));
  }

  @ParameterizedTest
  @MethodSource
  void corruptFiles(Exception e) {
    assertThat(skips(true, false, e)).isTrue();
    assertThat(skips(false, true, e)).isFalse();
  }

  static Stream<IOException> missingFiles() {
    return Stream.of(new NoSuchFileException(FILE), new FileNotFoundException(FILE));
  }

  @ParameterizedTest
  @MethodSource
  void missingFiles(IOException e) {
    for (Exception each :
        new Exception[] {e, new IOException(FILE, e), new UncheckedIOException(e)}) {
      assertThat(skips(false, true, each)).isTrue();
      assertThat(skips(true, false, each)).isFalse();
    }
  }

  static Stream<IOException> limitsOfTheProcess() {
    return Stream.of(
        new MappingLimitException(FILE, 50_000, 65_530),
        new AccessDeniedException(FILE),
        new AccessControlException("Permission denied"),
        new BlockMissingException(FILE, "Could not obtain block", 0),
        new ClosedByInterruptException(),
        new InterruptedIOException("interrupted"),
        new FileSystemException(FILE, null, "Too many open files"),
        new FileNotFoundException(FILE + " (Too many open files)"),
        new IOException("cannot be read", new OutOfMemoryError("Direct buffer memory")));
  }

  /// Another task could read the file: to leave it out would give a wrong result.
  @ParameterizedTest
  @MethodSource
  void limitsOfTheProcess(IOException e) {
    for (Exception each :
        new Exception[] {e, new IOException(FILE, e), new UncheckedIOException(e)}) {
      assertThat(skips(true, true, each)).as(each.toString()).isFalse();
    }
  }

  @Test
  void aMissingLibraryIsNoFaultOfAFile() {
    assertThat(skips(true, true, new MissingLibraryException(FILE, 35, "add it"))).isFalse();
  }

  @Test
  void mistakesOfTheProgramAreNoFaultOfAFile() {
    assertThat(skips(true, true, new IllegalStateException("a bug"))).isFalse();
  }
}
