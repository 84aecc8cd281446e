package io.ndmap.npy;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.literal.DTypeReading;
import io.ndmap.literal.Dialect;
import io.ndmap.literal.PyLiteral;
import io.ndmap.literal.PyLiteralException;
import io.ndmap.literal.PyLiteralParser;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Validates the dictionary in a header's text as NumPy does.
final class HeaderDict {

  private static final String KEYS = "the keys 'descr', 'fortran_order' and 'shape'";

  private final HeaderText text;

  HeaderDict(HeaderText text) {
    this.text = text;
  }

  NpyHeader read() {
    PyLiteral.DictOf dict = dict();
    PyLiteral descr = null;
    PyLiteral fortranOrder = null;
    PyLiteral shape = null;
    // As in Python, the last of equal keys wins.
    for (PyLiteral.Entry entry : dict.entries()) {
      switch (key(entry.key())) {
        case "descr" -> descr = entry.value();
        case "fortran_order" -> fortranOrder = entry.value();
        case "shape" -> shape = entry.value();
        default ->
            throw text.fail(entry.key().offset(), "the header must have " + KEYS + " and no other");
      }
    }
    if (descr == null || fortranOrder == null || shape == null) {
      throw text.fail(dict.offset(), "the header must have " + KEYS + ", a key is missing");
    }
    Order order = order(fortranOrder);
    List<PyLiteral> sizes = sizes(shape);
    DType dtype = dtype(descr);
    return new NpyHeader(
        text.prefix().version(), dtype, order, shape(shape, sizes, dtype), text.prefix().end());
  }

  private PyLiteral.DictOf dict() {
    PyLiteral literal = literal();
    if (literal instanceof PyLiteral.DictOf dict) {
      return dict;
    }
    throw text.fail(literal.offset(), "the header must be a dictionary");
  }

  /// Parses the text as a literal of Python 3. If that fails and the version is at most 2.0, the
  /// long integers of Python 2 are accepted, too, as in NumPy.
  private PyLiteral literal() {
    try {
      return PyLiteralParser.parse(text.text(), Dialect.PYTHON_3);
    } catch (PyLiteralException e) {
      PyLiteral python2 = text.prefix().version() == NpyVersion.V3_0 ? null : python2Literal();
      if (python2 == null) {
        throw text.fail(e.offset(), "the header is no Python literal: " + e.reason(), e);
      }
      return python2;
    }
  }

  private @Nullable PyLiteral python2Literal() {
    if (text.text().indexOf('\r') >= 0 || text.text().indexOf('\f') >= 0) {
      // NumPy's tokenizer changes texts with these characters; Python 2 never wrote them.
      return null;
    }
    try {
      return PyLiteralParser.parse(text.text(), Dialect.PYTHON_2_LONGS);
    } catch (PyLiteralException e) {
      // The exception of the first attempt is more specific.
      return null;
    }
  }

  private static String key(PyLiteral key) {
    return key instanceof PyLiteral.Str string ? string.value() : "";
  }

  private Order order(PyLiteral literal) {
    if (literal instanceof PyLiteral.Bool fortranOrder) {
      return fortranOrder.value() ? Order.F : Order.C;
    }
    throw text.fail(literal.offset(), "'fortran_order' must be True or False");
  }

  private DType dtype(PyLiteral descr) {
    DType dtype;
    try {
      dtype = DTypeReading.read(descr, DType.class);
    } catch (PyLiteralException e) {
      throw text.fail(e.offset(), "'descr' is not a dtype: " + e.reason(), e);
    }
    if (dtype instanceof SubarrayType) {
      throw text.fail(
          descr.offset(),
          "'descr' must not be a subarray, whose axes belong to 'shape'; NumPy's readers disagree"
              + " on it: "
              + dtype);
    }
    return dtype;
  }

  private List<PyLiteral> sizes(PyLiteral shape) {
    if (!(shape instanceof PyLiteral.TupleOf tuple)) {
      throw text.fail(shape.offset(), "'shape' must be a tuple of integers");
    }
    for (PyLiteral size : tuple.items()) {
      if (!(size instanceof PyLiteral.Int)) {
        throw text.fail(size.offset(), "'shape' must be a tuple of integers");
      }
    }
    return tuple.items();
  }

  private Shape shape(PyLiteral literal, List<PyLiteral> items, DType dtype) {
    if (items.size() > Shape.MAX_RANK) {
      throw text.fail(
          literal.offset(),
          "an array has at most " + Shape.MAX_RANK + " axes, found " + items.size());
    }
    long[] sizes = new long[items.size()];
    for (int i = 0; i < sizes.length; i++) {
      if (items.get(i) instanceof PyLiteral.Int(BigInteger value, int offset)) {
        sizes[i] = size(value, offset);
      }
    }
    try {
      Shape shape = Shape.of(sizes);
      shape.byteSize(dtype.itemsize());
      return shape;
    } catch (IllegalArgumentException e) {
      String message = e.getMessage();
      throw text.fail(literal.offset(), message == null ? "the shape is not valid" : message, e);
    }
  }

  private long size(BigInteger value, int offset) {
    if (value.signum() < 0 || value.bitLength() >= Long.SIZE) {
      throw text.fail(
          offset, "the sizes of 'shape' must be from 0 to 2^63-1, found " + abbreviated(value));
    }
    return value.longValueExact();
  }

  private static String abbreviated(BigInteger value) {
    return value.bitLength() <= 2 * Long.SIZE
        ? value.toString()
        : "an integer of " + value.bitLength() + " bits";
  }
}
