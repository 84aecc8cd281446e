package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.op.Reduction;
import io.ndmap.testing.Numpy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Reductions of random views, also of fields, repeated elements and several parts, agree with
/// NumPy's: bit by bit if NumPy is exact; rounded sums are within the stated bound of the exact
/// value, and never worse than NumPy's.
class LiveReductionTest {

  private static final int FEW_SEEDS = 2;
  private static final int SEEDS = 6;
  private static final int MORE_SEEDS = 40;
  private static final int CASES = 240;

  /// Makes random cases: the bytes of an array, a view of it, a reduction and NumPy's result.
  private static final String MAKER =
      """
      import base64, json, math, fractions
      OPS = {'sum': 'sum', 'prod': 'prod', 'nanProd': 'nanprod', 'mean': 'mean', 'var': 'var', 'std': 'std', 'min': 'min', 'max': 'max',
          'argMin': 'argmin', 'argMax': 'argmax', 'any': 'any', 'all': 'all',
          'countNonZero': 'count_nonzero', 'count': 'count', 'nanSum': 'nansum', 'nanMean': 'nanmean',
          'nanVar': 'nanvar', 'nanStd': 'nanstd', 'nanMin': 'nanmin', 'nanMax': 'nanmax',
          'nanArgMin': 'nanargmin', 'nanArgMax': 'nanargmax'}
      DTYPES = ['?', 'i1', 'u1', '<i2', '>i2', '<u2', '>u2', '<i4', '>i4', '<u4', '>u4', '<i8', '>i8',
          '<u8', '>u8', '<f2', '>f2', '<f4', '>f4', '<f8', '>f8', '<f8', '<f4', '<f16', '>f16', '<c8', '>c8',
          '<c16', '>c16', '<c32', '>c32', '<M8[s]', '>M8[ns]', '<m8[s]', '>m8[3D]']
      def real(rng, n, kind, wide):
          style = rng.integers(0, 6)
          if style == 0:
              a = rng.integers(-5, 6, n).astype('f8')
          elif style == 1:
              a = rng.normal(0, 1, n) + rng.choice([0, 1000])
          elif style == 2:
              a = rng.normal(0, 1, n) * 10.0 ** rng.integers(-3, 4, n)
          elif style == 3:
              a = np.full(n, rng.normal())
          else:
              a = rng.random(n)
          if style in (0, 4) and rng.integers(0, 2):
              odd = np.array([0.0, -0.0, np.nan, np.inf, -np.inf])
              if rng.integers(0, 2):
                  odd = odd[:3]
              where = rng.random(n) < rng.choice([0.05, 0.3, 1.0])
              a = np.where(where, rng.choice(odd, n), a)
          a = a.astype('f16')
          if kind == 'f16' and style in (1, 2, 4):
              a = a * (1 + rng.random(n).astype('f16') * np.longdouble(2) ** -50)
              if wide and rng.integers(0, 4) == 0:
                  a = a * np.longdouble(10) ** rng.integers(-4000, 4000)
          return a
      def data(rng, dtype, n, wide):
          dt = np.dtype(dtype)
          k = dt.kind
          if k == 'b':
              return (rng.random(n) < rng.choice([0, 0.1, 0.5, 0.9, 1])).astype(dt)
          if k in 'iu':
              bits = int(rng.integers(1, 8 * dt.itemsize + 1))
              return (rng.integers(0, 2 ** 64, n, dtype='u8') >> np.uint64(64 - bits)).view('i8').astype(dt)
          if k in 'mM':
              bits = int(rng.integers(1, 64))
              a = rng.integers(-2 ** bits, 2 ** bits, n, dtype='i8') if bits < 63 else rng.integers(-2 ** 63, 2 ** 63 - 1, n)
              if rng.integers(0, 2):
                  a[rng.random(n) < 0.1] = -2 ** 63
              return a.astype('i8').view('%s8[%s' % (k, dtype.split('[')[1])).astype(dt)
          with np.errstate(all='ignore'):
              if k == 'f':
                  return real(rng, n, 'f%d' % dt.itemsize, wide).astype(dt)
              kind = 'f%d' % (dt.itemsize // 2)
              a = np.empty(n, dt.newbyteorder('<'))
              a.real = real(rng, n, kind, wide)
              a.imag = real(rng, n, kind, wide)
              return a.astype(dt)
      def text(rng, n):
          kind = rng.integers(0, 5)
          if kind < 2:
              return ':'
          step = int(rng.choice([1, 1, 2, 3, -1, -2]))
          a, b = sorted(int(x) for x in rng.integers(0, n + 1, 2))
          return ('%d:%d:%d' % (a, b, step)) if step > 0 else ('%d:%s:%d' % (max(b - 1, 0), a - 1 if a > 0 else '', step))
      def ratio(v):
          return v.as_integer_ratio() if isinstance(v, np.floating) else (int(v), 1)
      def whole(x):
          ratios = [ratio(v) for v in x]
          d = max((r[1] for r in ratios), default=1)
          return [r[0] * (d // r[1]) for r in ratios], d
      def times(a, b):
          x, y, e = a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0], a[2] + b[2]
          more = max(0, max(abs(x).bit_length(), abs(y).bit_length()) - 400)
          return x >> more, y >> more, e + more
      def scaled(r):
          # An integer and an exponent of two: denominators are powers of two.
          return r[0], 1 - r[1].bit_length()
      def product(parts):
          p = (1, 0, 0)
          for at in range(len(parts[0])):
              (a, e), (b, f) = scaled(ratio(parts[0][at])), scaled(ratio(parts[1][at])) if len(parts) > 1 else (0, 0)
              low = min(e, f)
              p = times(p, (a << e - low, b << f - low, low))
          # Beyond all numbers is far enough.
          q = fractions.Fraction(2) ** min(max(p[2], -40000), 40000)
          return [p[0] * q, p[1] * q][:len(parts)]
      def initial(dt, op):
          # What is greater, or less, than all items; the greatest NaN are ignored of makes NaN.
          low = op[-3:].lower() == 'max'
          if dt.kind == 'b':
              return not low
          if dt.kind == 'f':
              return -np.inf if low else np.inf
          return int(np.iinfo(dt).min if low else np.iinfo(dt).max)
      def quotient(n, d):
          f = fractions.Fraction(n, d)
          return '%x/%x' % (f.numerator, f.denominator)
      def case(rng, forced=None):
          dtype = str(rng.choice(DTYPES))
          op = str(rng.choice(list(OPS)))
          rank = int(rng.integers(0, 7))
          most = [1, 2000, 60, 16, 9, 6, 4][rank]
          shape = [int(x) for x in rng.integers(1, most + 1, rank)]
          if rank and rng.integers(0, 12) == 0:
              shape[int(rng.integers(0, rank))] = 0
          if forced:
              dtype, op, shape = forced
              rank = len(shape)
          rounds = np.dtype(dtype).kind in 'fc' and op[-3:].lower() not in ('min', 'max', 'all', 'any')
          if rank in (1, 2) and not rounds and rng.integers(0, 40) == 0:
              shape = [[[150_000], [70_000]], [[300, 700], [7, 20_000], [20_000, 7]]][rank - 1][int(rng.integers(0, rank + 1))]
          order = str(rng.choice(['C', 'F']))
          n = math.prod(shape)
          flat = data(rng, dtype, n, op[-3:].lower() not in ('var', 'std'))
          pad = int(rng.choice([1, 3, 8])) if rng.integers(0, 4) == 0 else 0
          memory = flat
          if pad:
              memory = np.frombuffer(rng.bytes(n * (pad + flat.dtype.itemsize)), [('p', 'V%d' % pad), ('x', flat.dtype)]).copy()
              memory['x'] = flat
          a = np.ndarray(tuple(shape), memory.dtype, memory.tobytes(), order=order)
          a = a['x'] if pad else a
          index = ', '.join(text(rng, s) for s in shape) if rank and rng.integers(0, 2) and not forced else ''
          v = eval('a[' + index + ']') if index else a
          perm = [int(x) for x in rng.permutation(rank)] if rank and rng.integers(0, 3) == 0 else None
          if perm:
              v = v.transpose(perm)
          repeat = int(rng.integers(1, 5)) if rng.integers(0, 8) == 0 and not forced else 0
          if repeat:
              v = np.broadcast_to(v, (repeat,) + v.shape)
              rank += 1
          arg = 'rg' in op
          if arg and op.startswith('nan') and v.dtype.kind in 'fc' and np.isnan(v).any() and np.isinf(v).any():
              # NumPy takes NaN for infinity there.
              return case(rng, forced)
          if rank == 0 or rng.integers(0, 4) == 0:
              axes = []
          elif arg or rng.integers(0, 2):
              axes = [int(rng.integers(-rank, rank))]
          else:
              axes = [int(x) for x in rng.permutation(rank)[:int(rng.integers(1, rank + 1))]]
          ddof = int(rng.integers(0, 3)) if op[-3:].lower() in ('var', 'std') else 0
          m = None
          kw = {}
          if not arg and not op.startswith('count') and rng.integers(0, 4) == 0:
              # Of a mask with the first axes or some of them missing or repeated.
              m = rng.random([1 if rng.integers(0, 5) == 0 else x for x in v.shape][int(rng.integers(0, rank + 1)) if rng.integers(0, 3) == 0 else 0:]) < rng.choice([0.1, 0.5, 0.5, 0.9])
              kw = {'where': m}
              if op[-3:].lower() in ('min', 'max'):
                  if v.dtype.kind in 'cmM' or v.dtype.itemsize == 16:
                      return case(rng)
                  kw['initial'] = initial(v.dtype, op)
          c = {'dtype': dtype, 'shape': shape, 'order': order, 'data': base64.b64encode(memory.tobytes()).decode(), 'pad': pad, 'repeat': repeat,
              'index': index, 'perm': perm, 'op': op, 'axes': axes, 'ddof': ddof}
          if m is not None:
              c['mask'] = {'shape': list(m.shape), 'data': base64.b64encode(m.tobytes()).decode()}
          ax = None if not axes else axes[0] if len(axes) == 1 else tuple(axes)
          try:
              with np.errstate(all='ignore'):
                  if op == 'count':
                      nan = np.isnat(v) if v.dtype.kind in 'mM' else np.isnan(v) if v.dtype.kind in 'fc' else np.zeros(v.shape, '?')
                      r = np.count_nonzero(~nan, axis=ax)
                  elif op[-3:].lower() in ('var', 'std'):
                      r = getattr(np, OPS[op])(v, axis=ax, ddof=ddof, **kw)
                  else:
                      r = getattr(np, OPS[op])(v, axis=ax, **kw)
                  if 'initial' in kw and not np.any(np.broadcast_to(m, v.shape), axis=ax).all():
                      raise ValueError('an extreme of nothing')
          except (TypeError, ValueError) as e:
              c['error'] = type(e).__name__
              return c
          r = np.asarray(r)
          if op == 'count' or op == 'countNonZero':
              r = r.astype('i8')
          r = np.asarray(r, order='C')
          little = r.astype(r.dtype.newbyteorder('<'))
          c['result'] = {'dtype': little.dtype.str, 'shape': list(r.shape), 'data': base64.b64encode(little.tobytes()).decode()}
          sums = op.lower().removeprefix('nan') in ('sum', 'prod', 'mean', 'var', 'std')
          c['rounded'] = bool(sums and (r.dtype.kind in 'fc'))
          if c['rounded']:
              rows = v
              axs = list(range(rank)) if not axes else [x % rank for x in axes]
              keep = [x for x in range(rank) if x not in axs]
              rows = v.transpose(keep + axs).reshape([v.shape[x] for x in keep] + [math.prod(v.shape[x] for x in axs)]).reshape(r.size, -1) if v.size else np.zeros((r.size, 0), v.dtype)
              told = None
              if m is not None:
                  told = np.broadcast_to(m, v.shape).transpose(keep + axs).reshape(rows.shape) if v.size else np.zeros(rows.shape, '?')
              base = op.lower().removeprefix('nan')
              out, mag = [], []
              for at, row in enumerate(rows):
                  if told is not None:
                      row = row[told[at]]
                  if op.startswith('nan') and row.dtype.kind in 'fc':
                      row = row[~np.isnan(row)]
                  if row.dtype.kind == 'c':
                      parts = [row.real, row.imag]
                  else:
                      parts = [row]
                  n = len(row)
                  if base == 'prod':
                      if not np.isfinite(row).all():
                          odd = 'skip' if row.dtype.kind == 'c' or row.dtype.itemsize == 16 else '%s' % float(np.prod(np.where(np.isfinite(row), np.sign(row), row)))
                          out += [odd] * len(parts)
                          mag += [odd] * len(parts)
                          continue
                      exact = product(parts)
                      size = sum(abs(v) for v in exact) * (n if len(parts) == 1 else 3 * n)
                      for v in exact:
                          out.append(quotient(v.numerator, v.denominator))
                          mag.append(quotient(size.numerator, size.denominator))
                      continue
                  if row.dtype.kind in 'fc' and not np.isfinite(row).all():
                      # A complex mean is a complex division, which infinity in one part spoils in both.
                      any = 'skip' if row.dtype.kind == 'c' and base != 'sum' else 'any'
                      out += [any] * (2 if base in ('sum', 'mean') and r.dtype.kind == 'c' else 1)
                      mag += [any] * (2 if base in ('sum', 'mean') and r.dtype.kind == 'c' else 1)
                      continue
                  if base in ('sum', 'mean'):
                      for p in parts:
                          t, d = whole(p)
                          by = n if base == 'mean' else 1
                          out.append('any' if by == 0 else quotient(sum(t), d * by))
                          mag.append('any' if by == 0 else quotient(sum(map(abs, t)), d * by))
                  elif n - ddof <= 0:
                      out.append('any')
                      mag.append('any')
                  else:
                      s = fractions.Fraction(0)
                      for p in parts:
                          t, d = whole(p)
                          s += fractions.Fraction(n * sum(x * x for x in t) - sum(t) ** 2, n * d * d)
                      s /= n - ddof
                      out.append(quotient(s.numerator, s.denominator))
                      big = max((fractions.Fraction(max(map(abs, whole(p)[0])), whole(p)[1]) for p in parts))
                      mag.append(quotient(big.numerator, big.denominator))
              c['exact'] = out
              c['magnitude'] = mag
          return c
      def cases(seed, count):
          rng = np.random.default_rng(seed)
          return [json.dumps(case(rng)) for _ in range(count)]
      """;

  @Test
  void agreesWithNumpy() {
    agreesWithNumpy(0, FEW_SEEDS);
  }

  @Tag("slow")
  @Test
  void agreesWithNumpyInManyCases() {
    agreesWithNumpy(FEW_SEEDS, SEEDS);
  }

  @Tag("heavy")
  @Test
  void agreesWithNumpyInMoreCases() {
    agreesWithNumpy(SEEDS, MORE_SEEDS);
  }

  private static void agreesWithNumpy(int first, int end) {
    Rounding rounding = new Rounding();
    List<String> failures = new ArrayList<>();
    int[] seen = {0};
    try (Numpy numpy = Numpy.start();
        Arena arena = Arena.ofShared()) {
      numpy.run(MAKER);
      for (int seed = first; seed < end; seed++) {
        for (String line : numpy.run("result += cases(%s, %s)".formatted(seed, CASES))) {
          JsonObject json = JsonParser.parseString(line).getAsJsonObject();
          try {
            check(json, arena, rounding, seen[0]++);
          } catch (AssertionError e) {
            failures.add(
                e.toString().lines().limit(3).collect(java.util.stream.Collectors.joining(" ")));
          }
        }
      }
    }
    assertThat(failures).isEmpty();
    assertThat(seen[0]).isEqualTo((end - first) * CASES);
    rounding.assertNoWorseThanNumpy();
  }

  private static void check(JsonObject json, Arena arena, Rounding rounding, int number) {
    DType dtype = DType.parse(json.get("dtype").getAsString());
    byte[] data = Base64.getDecoder().decode(json.get("data").getAsString());
    MemorySegment segment = arena.allocate(Math.max(1, data.length), 1);
    MemorySegment.copy(MemorySegment.ofArray(data), 0, segment, 0, data.length);
    NdView<?> view = view(json, segment, dtype);
    Reduction op = reduction(json.get("op").getAsString(), json.get("ddof").getAsInt());
    int[] axes =
        json.getAsJsonArray("axes").asList().stream().mapToInt(JsonElement::getAsInt).toArray();
    JsonObject told = new JsonObject();
    for (String key : json.keySet()) {
      if (!List.of("data", "result", "exact", "magnitude").contains(key)) {
        told.add(key, json.get(key));
      }
    }
    String what = told + " case " + number;
    if (json.has("error")) {
      assertThatThrownBy(() -> reduced(view, json, op, axes))
          .as(what)
          .isInstanceOf(IllegalArgumentException.class);
      return;
    }
    NdView<?> found;
    try {
      found = reduced(view, json, op, axes);
    } catch (RuntimeException e) {
      throw new AssertionError(what, e);
    }
    JsonObject expected = json.getAsJsonObject("result");
    assertThat(found.dtype()).as(what).isEqualTo(DType.parse(expected.get("dtype").getAsString()));
    assertThat(found.shape()).as(what).isEqualTo(shape(expected.getAsJsonArray("shape")));
    byte[] numpy = Base64.getDecoder().decode(expected.get("data").getAsString());
    rounding.compare(
        json,
        found,
        NdView.of(
            MemorySegment.ofArray(numpy), found.dtype(), found.shape(), Order.C, Backing.MEMORY),
        what);
    List<Object> values = values(found);
    if (number % 3 == 0) {
      assertThat(values(reduced(view(json, MemorySegment.ofArray(data), dtype), json, op, axes)))
          .as(what)
          .isEqualTo(values);
    } else if (number % 3 == 1) {
      assertThat(values(reduced(view.parallel(3), json, op, axes))).as(what).isEqualTo(values);
    }
  }

  private static NdView<?> reduced(NdView<?> view, JsonObject json, Reduction op, int... axes) {
    if (!json.has("mask")) {
      return view.reduce(op, axes);
    }
    JsonObject mask = json.getAsJsonObject("mask");
    byte[] maskBytes = Base64.getDecoder().decode(mask.get("data").getAsString());
    NdView<?> items =
        NdView.of(
            MemorySegment.ofArray(maskBytes),
            DType.BOOL,
            shape(mask.getAsJsonArray("shape")),
            Order.C,
            Backing.MEMORY);
    return view.reduce(op, Axes.of(axes).where(items.as(ByteView.class)));
  }

  static List<Object> values(NdView<?> view) {
    List<Object> values = new ArrayList<>();
    view.forEachCanonicalBlock(
        block -> {
          byte[] bytes = new byte[block.remaining()];
          block.get(bytes);
          values.add(java.util.HexFormat.of().formatHex(bytes));
        });
    return values;
  }

  private static NdView<?> view(JsonObject json, MemorySegment segment, DType dtype) {
    int pad = json.get("pad").getAsInt();
    DType item =
        pad == 0 ? dtype : DType.parse("[('p', '|V%s'), ('x', '%s')]".formatted(pad, dtype));
    NdView<?> view =
        NdView.of(
            segment,
            item,
            shape(json.getAsJsonArray("shape")),
            Order.valueOf(json.get("order").getAsString()),
            Backing.MEMORY);
    if (pad > 0) {
      view = view.field("x");
    }
    if (!json.get("index").getAsString().isEmpty()) {
      view = view.slice(json.get("index").getAsString());
    }
    if (!json.get("perm").isJsonNull()) {
      view =
          view.transpose(
              json.getAsJsonArray("perm").asList().stream()
                  .mapToInt(JsonElement::getAsInt)
                  .toArray());
    }
    int repeat = json.get("repeat").getAsInt();
    if (repeat > 0) {
      long[] sizes = view.newAxis(0).shape().toArray();
      sizes[0] = repeat;
      view = view.broadcastTo(Shape.of(sizes));
    }
    return view;
  }

  private static Shape shape(JsonArray sizes) {
    return Shape.of(sizes.asList().stream().mapToLong(JsonElement::getAsLong).toArray());
  }

  private static Reduction reduction(String name, int ddof) {
    return switch (name) {
      case "sum" -> Reduction.SUM;
      case "prod" -> Reduction.PROD;
      case "nanProd" -> Reduction.NAN_PROD;
      case "mean" -> Reduction.MEAN;
      case "var" -> Reduction.VAR.ddof(ddof);
      case "std" -> Reduction.STD.ddof(ddof);
      case "min" -> Reduction.MIN;
      case "max" -> Reduction.MAX;
      case "argMin" -> Reduction.ARG_MIN;
      case "argMax" -> Reduction.ARG_MAX;
      case "any" -> Reduction.ANY;
      case "all" -> Reduction.ALL;
      case "countNonZero" -> Reduction.COUNT_NONZERO;
      case "count" -> Reduction.COUNT;
      case "nanSum" -> Reduction.NAN_SUM;
      case "nanMean" -> Reduction.NAN_MEAN;
      case "nanVar" -> Reduction.NAN_VAR.ddof(ddof);
      case "nanStd" -> Reduction.NAN_STD.ddof(ddof);
      case "nanMin" -> Reduction.NAN_MIN;
      case "nanMax" -> Reduction.NAN_MAX;
      case "nanArgMin" -> Reduction.NAN_ARG_MIN;
      case "nanArgMax" -> Reduction.NAN_ARG_MAX;
      default -> throw new AssertionError(name);
    };
  }
}
