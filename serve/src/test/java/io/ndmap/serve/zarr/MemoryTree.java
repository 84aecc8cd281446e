package io.ndmap.serve.zarr;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyVersion;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.tree.OpenArray;
import io.ndmap.serve.tree.Tree;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// A tree of arrays on the heap, by their names. What precedes a slash is a directory, what
/// precedes `::` an archive.
final class MemoryTree implements Tree {

  /// An array.
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Data(DType dtype, Shape shape, Order order, byte[] bytes) {

    /// An array of random bytes.
    static Data random(DType dtype, Order order, Random random, long... sizes) {
      Shape shape = Shape.of(sizes);
      byte[] bytes = new byte[Math.toIntExact(shape.byteSize(dtype.itemsize()))];
      random.nextBytes(bytes);
      return new Data(dtype, shape, order, bytes);
    }

    NpyHeader header() {
      return new NpyHeader(NpyVersion.V1_0, dtype, order, shape, 128);
    }

    NdView<?> view() {
      return NdView.of(MemorySegment.ofArray(bytes).asReadOnly(), dtype, shape, order);
    }
  }

  private final Map<String, Data> arrays = new TreeMap<>();
  private final Map<String, String> refused = new TreeMap<>();

  /// How many arrays are open.
  final AtomicInteger open = new AtomicInteger();

  /// How often one was described.
  final AtomicInteger described = new AtomicInteger();

  MemoryTree with(String name, Data data) {
    arrays.put(name, data);
    return this;
  }

  /// An array that is listed but cannot be opened.
  MemoryTree refusing(String name, String why) {
    refused.put(name, why);
    return this;
  }

  @Override
  public Kind kind(String name) {
    if (arrays.containsKey(name) || refused.containsKey(name)) {
      return Kind.ARRAY;
    }
    if (names().stream().anyMatch(known -> known.startsWith(name + "::"))) {
      return Kind.ARCHIVE;
    }
    if (name.isEmpty() || names().stream().anyMatch(known -> known.startsWith(name + "/"))) {
      return Kind.DIRECTORY;
    }
    throw new Problem(404, "nothing is called '" + name + "'");
  }

  private List<String> names() {
    List<String> names = new ArrayList<>(arrays.keySet());
    names.addAll(refused.keySet());
    return names;
  }

  @Override
  public List<Entry> list(String name) {
    Kind kind = kind(name);
    String prefix = kind == Kind.ARCHIVE ? name + "::" : name.isEmpty() ? "" : name + "/";
    TreeSet<String> labels = new TreeSet<>();
    for (String known : names()) {
      if (known.startsWith(prefix)) {
        String rest = known.substring(prefix.length());
        labels.add(kind == Kind.ARCHIVE ? rest : rest.split("/|::", 2)[0]);
      }
    }
    return labels.stream()
        .map(
            label ->
                new Entry(
                    label,
                    prefix + label,
                    kind(prefix + label),
                    refused.getOrDefault(prefix + label, "")))
        .toList();
  }

  @Override
  public Description describe(String name) {
    described.incrementAndGet();
    Data data = data(name);
    return new Description(name, Optional.empty(), data.header(), "tag");
  }

  @Override
  public OpenArray open(String name) {
    Data data = data(name);
    open.incrementAndGet();
    return new OpenArray(name, data.header(), data.view(), "tag", open::decrementAndGet);
  }

  private Data data(String name) {
    if (refused.containsKey(name)) {
      throw new Problem(404, name + ": " + refused.get(name));
    }
    Data data = arrays.get(name);
    if (data == null) {
      throw new Problem(404, "no array is called '" + name + "'");
    }
    return data;
  }
}
