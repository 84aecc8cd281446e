package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Box;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.NpyVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// The description of a rank's part of a write, which is sent to all ranks.
///
/// @param header the header of the part as an array of its own: dtype, order, version of the
///   format, shape of the part
/// @param axis the axis along which parts are joined, or [#PLACED]
/// @param shape the shape of the whole array, or of the part if parts are joined
/// @param box the box of the part in the whole array; if parts are joined, the box of the whole
///   part
/// @param terms the values that must be equal on all ranks, by name: the path and the options
record Offer(NpyHeader header, int axis, Shape shape, Box box, Map<String, String> terms) {

  /// The value of `axis` if each part fills a given box, so that parts are not joined along an
  /// axis.
  private static final int PLACED = -1;

  private static final String PATH = "path";

  /// Makes the offer of this rank.
  interface Making {
    Offer make();
  }

  /// Returns the offer of a part that is joined to the parts of the other ranks.
  static Offer along(Path path, NdView<?> part, int axis, ParallelWriteOptions options) {
    Shape shape = part.shape();
    if (shape.rank() == 0) {
      throw new IndexOutOfBoundsException(
          "an array of rank 0 has no axis along which parts could be joined");
    }
    return new Offer(
        header(part, options), shape.axis(axis), shape, Box.whole(shape), terms(path, options));
  }

  /// Returns the offer of a part that fills a given box.
  static Offer of(Path path, NdView<?> part, Shape shape, Box box, ParallelWriteOptions options) {
    box.requireWithin(shape, "the array");
    if (!box.shape().equals(part.shape())) {
      throw new IllegalArgumentException(
          "a part of shape " + part.shape() + " does not fill the box " + box);
    }
    return new Offer(header(part, options), PLACED, shape, box, terms(path, options));
  }

  /// Returns the path and all options except the order and the version of the format, which are in
  /// the header.
  private static Map<String, String> terms(Path path, ParallelWriteOptions options) {
    Map<String, String> terms = new LinkedHashMap<>();
    terms.put(PATH, path.toAbsolutePath().toString());
    terms.put("option replacing", Boolean.toString(options.file().replacing()));
    terms.put("option sparse", Boolean.toString(options.file().sparse()));
    terms.put("option resuming", Boolean.toString(options.resuming()));
    terms.put("option checkpoint", Long.toString(options.checkpoint()));
    terms.put("option access", options.access() == null ? "not given" : options.access().name());
    terms.put("option hints", new TreeMap<>(options.hints()).toString());
    return terms;
  }

  private static NpyHeader header(NdView<?> part, ParallelWriteOptions options) {
    DType dtype = part.dtype();
    if (dtype.hasObject()) {
      throw new DTypeException(
          "elements of " + dtype.descr() + " are Python objects, stored as a pickle");
    }
    NpyVersion version = options.file().version();
    return NpyHeaderCodec.readBack(
        version == null
            ? NpyHeaderCodec.encode(dtype, options.order(), part.shape())
            : NpyHeaderCodec.encode(version, dtype, options.order(), part.shape()));
  }

  /// Sends the offer of each rank to all ranks.
  static List<Offer> exchange(Communicator comm, Making making) throws IOException {
    List<Offer> offers = new ArrayList<>();
    for (byte[] message : Agreement.gather(comm, () -> making.make().encode())) {
      offers.add(decode(message));
    }
    return offers;
  }

  /// Sends the box of each rank to all ranks.
  static List<Box> exchangeBoxes(Communicator comm, Box box) throws IOException {
    List<Box> boxes = new ArrayList<>();
    for (byte[] message : Agreement.gather(comm, () -> Boxes.encode(List.of(box)))) {
      boxes.addAll(Boxes.decode(message));
    }
    return boxes;
  }

  private byte[] encode() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    byte[] bytesOfHeader =
        NpyHeaderCodec.encode(header.version(), header.dtype(), header.order(), header.shape());
    out.writeInt(bytesOfHeader.length);
    out.write(bytesOfHeader);
    out.writeInt(axis);
    out.writeInt(shape.rank());
    for (int k = 0; k < shape.rank(); k++) {
      out.writeLong(shape.size(k));
      out.writeLong(box.start(k));
      out.writeLong(box.end(k));
    }
    out.writeInt(terms.size());
    for (Map.Entry<String, String> term : terms.entrySet()) {
      write(out, term.getKey());
      write(out, term.getValue());
    }
    return bytes.toByteArray();
  }

  private static Offer decode(byte[] message) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(message));
    NpyHeader header = NpyHeaderCodec.readBack(in.readNBytes(in.readInt()));
    int axis = in.readInt();
    int rank = in.readInt();
    long[] sizes = new long[rank];
    long[] start = new long[rank];
    long[] end = new long[rank];
    for (int k = 0; k < rank; k++) {
      sizes[k] = in.readLong();
      start[k] = in.readLong();
      end[k] = in.readLong();
    }
    Map<String, String> terms = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      terms.put(read(in), read(in));
    }
    return new Offer(header, axis, Shape.of(sizes), Box.of(start, end), terms);
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String read(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), UTF_8);
  }

  /// Returns the plan of parts that are joined along an axis.
  ///
  /// @throws WriteMismatchException if the offers are inconsistent
  static AccessPlan joined(Path path, List<Offer> offers) {
    Offer first = offers.getFirst();
    requireTerms(offers);
    require(path, "axis", offers, Offer::axis);
    require(path, "rank", offers, offer -> offer.shape.rank());
    for (int k = 0; k < first.shape.rank(); k++) {
      int axis = k;
      if (axis != first.axis) {
        require(path, "length of axis " + axis, offers, offer -> offer.shape.size(axis));
      }
    }
    long length = 0;
    for (Offer offer : offers) {
      length = Math.addExact(length, offer.shape.size(first.axis));
    }
    long[] sizes = first.shape.toArray();
    sizes[first.axis] = length;
    Shape shape = Shape.of(sizes);
    List<Box> boxes = new ArrayList<>();
    long[] start = new long[sizes.length];
    long[] end = sizes.clone();
    for (Offer offer : offers) {
      end[first.axis] = start[first.axis] + offer.shape.size(first.axis);
      boxes.add(Box.of(start, end));
      start[first.axis] = end[first.axis];
    }
    return plan(path, offers, shape, boxes);
  }

  /// Returns the plan of parts that fill given boxes.
  ///
  /// @throws WriteMismatchException if the offers are inconsistent
  static AccessPlan placed(Path path, List<Offer> offers) {
    Offer first = offers.getFirst();
    requireTerms(offers);
    require(path, "shape of the array", offers, Offer::shape);
    if (first.shape.rank() == 0) {
      // All boxes contain the same element.
      return plan(path, offers, first.shape, offers.stream().map(Offer::box).toList());
    }
    long items = 0;
    for (int rank = 0; rank < offers.size(); rank++) {
      Offer offer = offers.get(rank);
      for (int other = 0; other < rank; other++) {
        if (offers.get(other).box.intersects(offer.box)) {
          throw new WriteMismatchException(
              path.toString(),
              "the boxes %s of rank %s and %s of rank %s overlap"
                  .formatted(offers.get(other).box, other, offer.box, rank));
        }
      }
      items += offer.box.itemCount();
    }
    if (items != first.shape.itemCount()) {
      throw new WriteMismatchException(
          path.toString(),
          "the boxes of all ranks have %s of the %s elements of the array of shape %s"
              .formatted(items, first.shape.itemCount(), first.shape));
    }
    return plan(path, offers, first.shape, offers.stream().map(Offer::box).toList());
  }

  private static AccessPlan plan(Path path, List<Offer> offers, Shape shape, List<Box> boxes) {
    NpyHeader first = offers.getFirst().header;
    // Compared as in a header, which lacks some properties of a dtype, such as alignment.
    require(path, "dtype", offers, offer -> offer.header.dtype().descr());
    require(path, "order", offers, offer -> offer.header.order());
    require(path, "version of the format", offers, offer -> offer.header.version());
    byte[] bytes = NpyHeaderCodec.encode(first.version(), first.dtype(), first.order(), shape);
    return new AccessPlan(NpyHeaderCodec.readBack(bytes), boxes);
  }

  private static void requireTerms(List<Offer> offers) {
    Map<String, String> first = offers.getFirst().terms;
    // If paths differ, the exceptions of all ranks name the path of rank 0.
    Path path = Path.of(String.valueOf(first.get(PATH)));
    for (String term : first.keySet()) {
      require(path, term, offers, offer -> String.valueOf(offer.terms.get(term)));
    }
  }

  private static void require(
      Path path, String what, List<Offer> offers, Function<Offer, Object> value) {
    Agreement.difference(what, offers.stream().map(value).toList())
        .ifPresent(
            text -> {
              throw new WriteMismatchException(path.toString(), text);
            });
  }
}
