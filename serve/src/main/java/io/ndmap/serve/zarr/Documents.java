package io.ndmap.serve.zarr;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.nio.ByteOrder;

/// The JSON documents that describe arrays and groups, for both versions of Zarr.
///
/// Documents of version 2 have the `fill_value` null. No chunk is ever missing, and xarray treats
/// version 2's fill value as the marker of missing elements: with a fill value of 0, xarray would
/// turn every 0 into NaN.
///
/// xarray needs names of axes and requires that axes of the same name in a group have the same
/// length. So an axis is named by its number and its length, such as `dim_0_512`.
final class Documents {

  private Documents() {}

  /// `.zarray`.
  static JsonObject array2(VirtualArray array) {
    JsonObject document = new JsonObject();
    document.addProperty("zarr_format", 2);
    document.add("shape", sizes(array.shape()));
    document.add("chunks", sizes(array.chunks().chunkShape()));
    document.addProperty("dtype", array.type().v2());
    document.addProperty("order", array.order().name());
    document.add("fill_value", JsonNull.INSTANCE);
    document.add("compressor", JsonNull.INSTANCE);
    document.add("filters", JsonNull.INSTANCE);
    document.addProperty("dimension_separator", ".");
    return document;
  }

  /// `.zattrs` of an array.
  static JsonObject attributes2(VirtualArray array) {
    JsonObject attributes = array.type().attributes().deepCopy();
    attributes.add("_ARRAY_DIMENSIONS", axes(array.shape()));
    return attributes;
  }

  /// `.zgroup`.
  static JsonObject group2() {
    JsonObject document = new JsonObject();
    document.addProperty("zarr_format", 2);
    return document;
  }

  /// `zarr.json` of an array.
  static JsonObject array3(VirtualArray array) {
    JsonObject document = new JsonObject();
    document.addProperty("zarr_format", 3);
    document.addProperty("node_type", "array");
    document.add("shape", sizes(array.shape()));
    document.add("data_type", array.type().v3());
    JsonObject chunks = new JsonObject();
    chunks.add("chunk_shape", sizes(array.chunks().chunkShape()));
    document.add("chunk_grid", ItemType.named("regular", chunks));
    document.add("chunk_key_encoding", ItemType.named("default", text("separator", "/")));
    document.add("fill_value", array.type().fill());
    document.add("codecs", codecs(array));
    document.add("attributes", array.type().attributes());
    document.add("dimension_names", axes(array.shape()));
    document.add("storage_transformers", new JsonArray());
    return document;
  }

  private static JsonArray codecs(VirtualArray array) {
    JsonArray codecs = new JsonArray();
    if (array.order() == Order.F) {
      JsonArray axes = new JsonArray();
      for (int axis = array.shape().rank() - 1; axis >= 0; axis--) {
        axes.add(axis);
      }
      JsonObject order = new JsonObject();
      order.add("order", axes);
      codecs.add(ItemType.named("transpose", order));
    }
    boolean big = array.type().order() == ByteOrder.BIG_ENDIAN;
    codecs.add(ItemType.named("bytes", text("endian", big ? "big" : "little")));
    return codecs;
  }

  /// `zarr.json` of a group.
  static JsonObject group3() {
    JsonObject document = new JsonObject();
    document.addProperty("zarr_format", 3);
    document.addProperty("node_type", "group");
    document.add("attributes", new JsonObject());
    return document;
  }

  private static JsonObject text(String name, String value) {
    JsonObject object = new JsonObject();
    object.addProperty(name, value);
    return object;
  }

  private static JsonArray sizes(Shape shape) {
    JsonArray sizes = new JsonArray();
    for (long size : shape.toArray()) {
      sizes.add(size);
    }
    return sizes;
  }

  private static JsonArray axes(Shape shape) {
    JsonArray names = new JsonArray();
    for (int axis = 0; axis < shape.rank(); axis++) {
      names.add("dim_" + axis + "_" + shape.size(axis));
    }
    return names;
  }
}
