package io.ndmap.pickle;

import io.ndmap.npy.PickleException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.npy.TruncatedDataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The bytes of a pickle, counted and limited. Reads no byte beyond those requested.
final class PickleInput {

  private final InputStream in;
  private final String source;
  private final long start;
  private final PickleLimits limits;
  private long position;
  private long instruction;

  /// @param start the offset of the pickle in its source
  PickleInput(InputStream in, String source, long start, PickleLimits limits) {
    this.in = in;
    this.source = source;
    this.start = start;
    this.limits = limits;
  }

  /// Returns the number of bytes read so far.
  long position() {
    return position;
  }

  /// Reads the first byte of an instruction.
  int opcode() throws IOException {
    instruction = position;
    return u1();
  }

  int u1() throws IOException {
    require(1);
    int value = in.read();
    if (value < 0) {
      throw truncated(1, 0);
    }
    position++;
    return value;
  }

  int u2() throws IOException {
    return u1() | u1() << 8;
  }

  int i4() throws IOException {
    return u2() | u2() << 16;
  }

  /// Reads a length of four bytes.
  long u4() throws IOException {
    return Integer.toUnsignedLong(i4());
  }

  /// Reads a length of eight bytes; the result is negative if the length exceeds 63 bits.
  long i8() throws IOException {
    return u4() | (long) i4() << 32;
  }

  double f8() throws IOException {
    return ByteBuffer.wrap(bytes(Double.BYTES)).order(ByteOrder.BIG_ENDIAN).getDouble();
  }

  /// Reads bytes. Memory is allocated as bytes arrive, whatever length the pickle announces.
  byte[] bytes(long length) throws IOException {
    if (length < 0) {
      throw error("a length of " + Long.toUnsignedString(length) + " bytes");
    }
    require(length);
    byte[] bytes = in.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
    if (bytes.length < length) {
      throw truncated(length, bytes.length);
    }
    position += length;
    return bytes;
  }

  /// Reads a line, and returns it without its end.
  ///
  /// @param most the maximum number of bytes
  /// @param what describes the line in messages
  byte[] line(long most, String what) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = u1(); next != '\n'; next = u1()) {
      if (line.size() == most) {
        throw limit(what, most);
      }
      line.write(next);
    }
    return line.toByteArray();
  }

  private void require(long length) {
    if (length > limits.maxBytes() - position) {
      throw limit("bytes of the pickle", limits.maxBytes());
    }
  }

  private TruncatedDataException truncated(long expected, long found) {
    return new TruncatedDataException(
        source, start + position, "the pickle", position + expected, position + found);
  }

  /// Returns an exception about the current instruction.
  PickleException error(String message) {
    return new PickleException(source, start + instruction, "in the pickle: " + message);
  }

  /// Returns an exception for a limit that the current instruction exceeds.
  ResourceLimitException limit(String what, long most) {
    return new ResourceLimitException(
        source,
        start + instruction,
        "in the pickle: more than "
            + most
            + " "
            + what
            + ", the limit unless PickleLimits raises it");
  }
}
