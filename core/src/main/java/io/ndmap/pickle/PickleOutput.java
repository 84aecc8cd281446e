package io.ndmap.pickle;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Writes the bytes of a pickle. From protocol 4 on, they are divided into frames, as in CPython.
final class PickleOutput {

  /// A frame ends before the first value that begins at this byte of the frame or later. Byte
  /// strings of at least this length are written outside frames.
  private static final int FRAME = 1 << 16;

  /// Fewer bytes than this are written without a frame header.
  private static final int SHORTEST_FRAME = 4;

  private static final int FRAME_OPCODE = 0x95;

  private final OutputStream out;
  private final boolean framed;
  private final ByteArrayOutputStream frame = new ByteArrayOutputStream();

  PickleOutput(OutputStream out, boolean framed) {
    this.out = out;
    this.framed = framed;
  }

  /// Writes bytes outside frames, such as a header.
  void raw(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  void u1(int value) {
    frame.write(value);
  }

  /// Writes an instruction and a number in little-endian order.
  void opcode(int opcode, int size, long value) {
    u1(opcode);
    for (int i = 0; i < size; i++) {
      u1((int) (value >> (Byte.SIZE * i)));
    }
  }

  /// Writes an instruction and a `double`.
  void opcode(int opcode, double value) {
    u1(opcode);
    frame.writeBytes(
        ByteBuffer.allocate(Double.BYTES).order(ByteOrder.BIG_ENDIAN).putDouble(value).array());
  }

  /// Writes an instruction, a length and bytes.
  void opcode(int opcode, int size, byte[] bytes) throws IOException {
    if (bytes.length < FRAME) {
      opcode(opcode, size, bytes.length);
      frame.writeBytes(bytes);
      return;
    }
    if (framed) {
      endFrame();
    }
    opcode(opcode, size, bytes.length);
    flush();
    out.write(bytes);
  }

  void text(byte[] bytes) {
    frame.writeBytes(bytes);
  }

  /// Marks the beginning of a value. A frame may end here.
  void boundary() throws IOException {
    if (frame.size() >= FRAME) {
      endFrame();
    }
  }

  void endFrame() throws IOException {
    if (framed && frame.size() >= SHORTEST_FRAME) {
      byte[] head =
          ByteBuffer.allocate(1 + Long.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .put((byte) FRAME_OPCODE)
              .putLong(frame.size())
              .array();
      out.write(head);
    }
    flush();
  }

  private void flush() throws IOException {
    frame.writeTo(out);
    frame.reset();
  }

  void finish() throws IOException {
    endFrame();
    out.flush();
  }
}
