package io.ndmap.serve.zarr;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.nio.ByteOrder;

/// The JSON that describes arrays and groups, of both versions of Zarr.
///
/// Version 2 has no `fill_value`: no chunk is ever missing, and xarray takes the fill value of
/// version 2 for that of missing elements, so that 0 would make NaN of each element that is 0.
///
/// xarray wants names of axes. Two axes of one name have one length in a group: an axis has its
/// number and its length as its name, such as `dim_0_512`.
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
