package io.ndmap.onnx;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;

/// Models of one node, as the bytes of a `.onnx` file: the few messages of ONNX's protocol buffers
/// that it takes.
final class TinyModel {

  static final int FLOAT = 1;
  private static final int IR_VERSION = 8;
  private static final int OPSET = 15;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private TinyModel() {}

  /// A model of one operator from inputs to the output `y`, all of one type.
  ///
  /// @param type the number of the type in ONNX's `TensorProto.DataType`
  static byte[] of(String operator, int type, String... inputs) {
    TinyModel node = new TinyModel();
    List.of(inputs).forEach(name -> node.text(1, name));
    node.text(2, "y").text(4, operator);
    TinyModel graph = new TinyModel().message(1, node).text(2, "graph");
    List.of(inputs).forEach(name -> graph.message(11, value(name, type)));
    return new TinyModel()
        .number(1, IR_VERSION)
        .message(7, graph.message(12, value("y", type)))
        .message(8, new TinyModel().text(1, "").number(2, OPSET))
        .bytes
        .toByteArray();
  }

  private static TinyModel value(String name, int type) {
    TinyModel tensor = new TinyModel().number(1, type);
    return new TinyModel().text(1, name).message(2, new TinyModel().message(1, tensor));
  }

  private TinyModel number(int field, int value) {
    bytes.write(field << 3);
    varint(value);
    return this;
  }

  private TinyModel text(int field, String text) {
    return block(field, text.getBytes(UTF_8));
  }

  private TinyModel message(int field, TinyModel message) {
    return block(field, message.bytes.toByteArray());
  }

  private TinyModel block(int field, byte[] block) {
    bytes.write((field << 3) | 2);
    varint(block.length);
    bytes.writeBytes(block);
    return this;
  }

  private void varint(int value) {
    int rest = value;
    while (rest >= 0x80) {
      bytes.write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    bytes.write(rest);
  }
}
