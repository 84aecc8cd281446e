/*
 * The floor of the race: C loops over the same files, compiled on the machine that runs them.
 *
 * Answers requests on standard input, one per line, with fields separated by tabs:
 *   knows NAME                    -> yes | no
 *   check NAME SET                -> ok and the result: i:LONG, f:DOUBLE (hexadecimal), d:DIGEST
 *   run   NAME SET REPEATS CLOCK  -> ok NANOSECONDS of all repeats, by the clock wall or cpu
 * SET is the index of a prepared set of random rows. The program ends when its input ends.
 *
 * Compiled without contraction: fused multiply-adds would give bits that differ from the other
 * contenders'.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#if defined(__AVX2__) || defined(__F16C__)
#include <immintrin.h>
#endif

typedef double Doubles __attribute__((vector_size(64), aligned(1), may_alias));
typedef float Floats __attribute__((vector_size(64), aligned(1), may_alias));

enum { DOUBLES = 8, FLOATS = 16, TILE = 64, CALLS = 1000 };

/* Half of the elements exceed HALF. Elements that differ from HALF by more than FAR are counted.
 * In-place additions multiply by SCALE or INT_SCALE, and add to a target filled with START. */
static const double HALF = 0.5, FAR = 0.375, SCALE = 0.25, START = 7;
static const int32_t INT_SCALE = 3;

typedef struct {
  const void *data;
  size_t rows, columns; /* columns is 1 if the array has one axis */
  size_t offset;        /* the offset of the data in the file */
} Array;

static const char *directory;
static int64_t *item_rows, *item_columns; /* the coordinates of the gathered elements */
static Array f8, f8_too, be, f4, i8, i4, matrix_f8, matrix_f4, u1, f2, small_f4, small_i4, small_i2, small_u1, small_b1, hundred,
    square, items, rows, cold_rows;
static char *target;
static double *axis_sums; /* rows + columns + 1 sums */
static char *mask;
static long set;

/* The result of the last operation. */
static double numbers[2];
static int64_t integers[2];
static const double *many;
static size_t number_count, integer_count, many_count, digest_bytes;

static void fail(const char *what, const char *name) {
  fprintf(stderr, "floor: %s: ", what);
  perror(name);
  exit(1);
}

static void give_number(double value) { numbers[number_count++] = value; }
static void give_integer(int64_t value) { integers[integer_count++] = value; }

static int open_file(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.npy", directory, name);
  int file = open(path, O_RDONLY);
  if (file < 0) fail("cannot open", path);
  return file;
}

/* Returns the offset of the data and the shape, from a header of version 1. */
static Array read_header(int file) {
  unsigned char head[1024] = {0};
  if (pread(file, head, sizeof head - 1, 0) < 12) fail("no header in", "a file of the race");
  Array array = {.offset = 10 + head[8] + 256 * head[9], .rows = 1, .columns = 1};
  const char *shape = strstr((char *)head + 10, "'shape': (");
  if (!shape || sscanf(shape + 10, "%zu, %zu", &array.rows, &array.columns) < 1)
    fail("no shape in", "a file of the race");
  return array;
}

/* Maps a file. Returns an empty array if the file does not exist: no row of this run needs it. */
static Array map_file(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.npy", directory, name);
  if (access(path, F_OK)) return (Array){0};
  int file = open_file(name);
  Array array = read_header(file);
  struct stat status;
  fstat(file, &status);
  char *start = mmap(NULL, status.st_size, PROT_READ, MAP_SHARED, file, 0);
  if (start == MAP_FAILED) fail("cannot map", name);
  close(file);
  array.data = start + array.offset;
  return array;
}

/* Anonymous memory of the default page size, already faulted in. */
static void *memory(size_t bytes) {
  void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) fail("cannot allocate", "memory");
  memset(start, 1, bytes);
  return start;
}

static size_t count(const Array *array) { return array->rows * array->columns; }

/* ---- sums */

static double total(Doubles v) {
  return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]));
}

static double sum_doubles(const double *p, size_t n) {
  Doubles a = {0}, b = {0}, c = {0}, d = {0};
  size_t left = n % (4 * DOUBLES), whole = n - left;
  for (size_t i = 0; i < whole; i += 4 * DOUBLES) {
    a += *(const Doubles *)(p + i);
    b += *(const Doubles *)(p + i + DOUBLES);
    c += *(const Doubles *)(p + i + 2 * DOUBLES);
    d += *(const Doubles *)(p + i + 3 * DOUBLES);
  }
  double rest = 0;
  for (size_t i = 0; i < left; i++) rest += p[whole + i];
  return total((a + b) + (c + d)) + rest;
}

static double sum_floats(const float *p, size_t n) {
  Floats a = {0}, b = {0}, c = {0}, d = {0};
  size_t i = 0;
  for (; i + 4 * FLOATS <= n; i += 4 * FLOATS) {
    a += *(const Floats *)(p + i);
    b += *(const Floats *)(p + i + FLOATS);
    c += *(const Floats *)(p + i + 2 * FLOATS);
    d += *(const Floats *)(p + i + 3 * FLOATS);
  }
  Floats all = (a + b) + (c + d);
  double sum = 0;
  for (int k = 0; k < FLOATS; k++) sum += all[k];
  for (; i < n; i++) sum += p[i];
  return sum;
}

/* Narrow integers are summed in blocks so short that a narrow accumulator cannot overflow. */

static int64_t sum_ints(const int32_t *p, size_t n) {
  int64_t sum = 0;
  for (size_t i = 0; i < n; i++) sum += p[i];
  return sum;
}

static int64_t sum_shorts(const int16_t *p, size_t n) {
  int64_t sum = 0;
  for (size_t i = 0; i < n;) {
    size_t end = i + 32768 < n ? i + 32768 : n;
    int32_t block = 0;
    for (; i < end; i++) block += p[i];
    sum += block;
  }
  return sum;
}

static int64_t sum_bytes(const uint8_t *p, size_t n) {
  int64_t sum = 0;
  size_t i = 0;
#ifdef __AVX2__
  __m256i a = _mm256_setzero_si256(), b = a, zero = a;
  for (; i + 64 <= n; i += 64) {
    a = _mm256_add_epi64(a, _mm256_sad_epu8(_mm256_loadu_si256((const void *)(p + i)), zero));
    b = _mm256_add_epi64(b, _mm256_sad_epu8(_mm256_loadu_si256((const void *)(p + i + 32)), zero));
  }
  int64_t lanes[4];
  _mm256_storeu_si256((void *)lanes, _mm256_add_epi64(a, b));
  sum = lanes[0] + lanes[1] + lanes[2] + lanes[3];
#endif
  for (; i < n; i++) sum += p[i];
  return sum;
}

static void op_sum_f8(void) { give_number(sum_doubles(f8.data, count(&f8))); }
static void op_sum_f4(void) { give_number(sum_floats(small_f4.data, count(&small_f4))); }
static void op_sum_i4(void) { give_integer(sum_ints(small_i4.data, count(&small_i4))); }
static void op_sum_i2(void) { give_integer(sum_shorts(small_i2.data, count(&small_i2))); }
static void op_sum_u1(void) { give_integer(sum_bytes(small_u1.data, count(&small_u1))); }
static void op_count_b1(void) { give_integer(sum_bytes(small_b1.data, count(&small_b1))); }

static void swap_doubles(uint64_t *restrict to, const uint64_t *restrict from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = __builtin_bswap64(from[i]);
}

static void op_sum_be(void) {
  const uint64_t *p = be.data;
  size_t n = count(&be);
  uint64_t block[1024];
  double sum = 0;
  for (size_t i = 0; i < n; i += 1024) {
    size_t k = n - i < 1024 ? n - i : 1024;
    swap_doubles(block, p + i, k);
    sum += sum_doubles((const double *)block, k);
  }
  give_number(sum);
}

static void op_sum_axis_0(void) {
  size_t columns = f8.columns, i = 0;
  memset(axis_sums, 0, columns * sizeof *axis_sums);
  double *restrict to = axis_sums;
  for (; i + 4 <= f8.rows; i += 4) {
    const double *a = (const double *)f8.data + i * columns;
    const double *b = a + columns, *c = b + columns, *d = c + columns;
    for (size_t j = 0; j < columns; j++) to[j] += (a[j] + b[j]) + (c[j] + d[j]);
  }
  for (; i < f8.rows; i++) {
    const double *a = (const double *)f8.data + i * columns;
    for (size_t j = 0; j < columns; j++) to[j] += a[j];
  }
  many = axis_sums;
  many_count = columns;
}

static void op_sum_axis_1(void) {
  for (size_t i = 0; i < f8.rows; i++)
    axis_sums[i] = sum_doubles((const double *)f8.data + i * f8.columns, f8.columns);
  many = axis_sums;
  many_count = f8.rows;
}

static void op_sum_strided(void) {
  double a = 0, b = 0, c = 0, d = 0;
  for (size_t i = 0; i < f8.rows; i += 2) {
    const double *p = (const double *)f8.data + i * f8.columns;
    size_t j = 0;
    for (; j + 9 < f8.columns; j += 12) {
      a += p[j];
      b += p[j + 3];
      c += p[j + 6];
      d += p[j + 9];
    }
    for (; j < f8.columns; j += 3) a += p[j];
  }
  give_number((a + b) + (c + d));
}

static void op_sum_hundred(void) {
  double last = 0;
  for (int k = 0; k < CALLS; k++) {
    /* Without this barrier the compiler would compute the sum once. */
    __asm__ volatile("" ::: "memory");
    last = sum_doubles(hundred.data, count(&hundred));
  }
  give_number(last);
}

static void op_slice(void) {
  const double *part = hundred.data;
  for (int k = 0; k < CALLS; k++) {
    part = (const double *)hundred.data + (k & 7);
    __asm__ volatile("" : "+r"(part) : : "memory");
  }
  give_number(part[3]);
}

static void op_element_loop(void) {
  const double *p = square.data;
  double sum = 0;
  for (size_t i = 0; i < square.rows; i++)
    for (size_t j = 0; j < square.columns; j++) sum += p[i * square.columns + j];
  give_number(sum);
}

/* ---- maxima and moments */

static double max_doubles(const double *p, size_t n) {
  double lanes[4 * DOUBLES];
  for (int k = 0; k < 4 * DOUBLES; k++) lanes[k] = p[0];
  size_t i = 0;
  for (; i + 4 * DOUBLES <= n; i += 4 * DOUBLES)
    for (int k = 0; k < 4 * DOUBLES; k++) lanes[k] = p[i + k] > lanes[k] ? p[i + k] : lanes[k];
  double max = p[0];
  for (int k = 0; k < 4 * DOUBLES; k++) max = lanes[k] > max ? lanes[k] : max;
  for (; i < n; i++) max = p[i] > max ? p[i] : max;
  return max;
}

static void op_max(void) { give_number(max_doubles(f8.data, count(&f8))); }

/* Finds the first block that contains the maximum, then its index within the block. */
static void op_argmax(void) {
  const double *p = f8.data;
  size_t n = count(&f8), block = 0;
  double best = -INFINITY;
  for (size_t i = 0; i < n; i += 4096) {
    double max = max_doubles(p + i, n - i < 4096 ? n - i : 4096);
    if (max > best) {
      best = max;
      block = i;
    }
  }
  while (p[block] != best) block++;
  give_integer(block);
}

/* One pass, the squares taken around the first item so that they do not cancel. */
static void moments(void) {
  const double *p = f8.data;
  size_t n = count(&f8), i = 0;
  double shift = p[0];
  Doubles a = {0}, b = {0}, c = {0}, d = {0};
  for (; i + 2 * DOUBLES <= n; i += 2 * DOUBLES) {
    Doubles x = *(const Doubles *)(p + i) - shift, y = *(const Doubles *)(p + i + DOUBLES) - shift;
    a += x;
    b += y;
    c += x * x;
    d += y * y;
  }
  double sum = total(a + b), squares = total(c + d);
  for (; i < n; i++) {
    double x = p[i] - shift;
    sum += x;
    squares += x * x;
  }
  give_number(shift + sum / n);
  give_number(sqrt((squares - sum * sum / n) / n));
}

static void op_mean_std(void) { moments(); }

static void op_std(void) {
  moments();
  numbers[0] = numbers[1];
  number_count = 1;
}

/* ---- floats: statistics of all, and of the cells of a matrix */

static double statistics[5];

/* One pass, the squares taken around the first item so that they do not cancel. */
static void op_stats_f4(void) {
  const float *p = f4.data;
  size_t n = count(&f4);
  float min = p[0], max = p[0];
  double shift = p[0], sum = 0, squares = 0;
  for (size_t i = 0; i + FLOATS <= n; i += FLOATS) {
    float low = p[i], high = p[i];
    double some[FLOATS] = {0}, more[FLOATS] = {0};
    for (size_t j = 0; j < FLOATS; j++) {
      double x = p[i + j] - shift;
      low = p[i + j] < low ? p[i + j] : low;
      high = p[i + j] > high ? p[i + j] : high;
      some[j] = x;
      more[j] = x * x;
    }
    for (size_t half = FLOATS / 2; half; half /= 2)
      for (size_t j = 0; j < half; j++) {
        some[j] += some[j + half];
        more[j] += more[j + half];
      }
    min = low < min ? low : min;
    max = high > max ? high : max;
    sum += some[0];
    squares += more[0];
  }
  statistics[0] = n;
  statistics[1] = min;
  statistics[2] = max;
  statistics[3] = shift + sum / n;
  statistics[4] = sqrt((squares - sum * sum / n) / n);
  many = statistics;
  many_count = 5;
}

/* Count, minimum, maximum and mean of each cell; the last row of cells is compared. */
static void op_overview_f4(void) {
  enum { CELLS = 512 };
  static double cells[CELLS * CELLS * 4];
  size_t tall = f4.rows < CELLS ? f4.rows : CELLS, high = f4.rows / tall, wide = f4.columns / CELLS;
  for (size_t row = 0; row < f4.rows; row++) {
    const float *p = (const float *)f4.data + row * f4.columns;
    double *cell = cells + 4 * CELLS * (row / high);
    int begins = row % high == 0;
    for (size_t c = 0; c < CELLS; c++, cell += 4, p += wide) {
      float min = p[0], max = p[0];
      double a = 0, b = 0;
      for (size_t j = 0; j + 2 <= wide; j += 2) {
        min = p[j] < min ? p[j] : min;
        max = p[j] > max ? p[j] : max;
        min = p[j + 1] < min ? p[j + 1] : min;
        max = p[j + 1] > max ? p[j + 1] : max;
        a += p[j];
        b += p[j + 1];
      }
      cell[0] = begins ? wide : cell[0] + wide;
      cell[1] = begins || min < cell[1] ? min : cell[1];
      cell[2] = begins || max > cell[2] ? max : cell[2];
      cell[3] = begins ? a + b : cell[3] + (a + b);
    }
  }
  for (size_t cell = 0; cell < 4 * CELLS * tall; cell += 4) cells[cell + 3] /= cells[cell];
  many = cells + 4 * CELLS * (tall - 1);
  many_count = 4 * CELLS;
}

/* ---- copies and conversions */

static void op_copy(void) { memcpy(target, f8.data, digest_bytes = 8 * count(&f8)); }

static void op_copy_swapped(void) {
  swap_doubles((uint64_t *)target, be.data, count(&be));
  digest_bytes = 8 * count(&be);
}

static void op_f8_f4(void) {
  const double *restrict from = f8.data;
  float *restrict to = (float *)target;
  size_t n = count(&f8);
  for (size_t i = 0; i < n; i++) to[i] = (float)from[i];
  digest_bytes = 4 * n;
}

static void op_f4_f8(void) {
  const float *restrict from = f4.data;
  double *restrict to = (double *)target;
  size_t n = count(&f4) / 2;
  for (size_t i = 0; i < n; i++) to[i] = from[i];
  digest_bytes = 8 * n;
}

static void op_u1_f4(void) {
  const uint8_t *restrict from = u1.data;
  float *restrict to = (float *)target;
  size_t n = count(&u1);
  for (size_t i = 0; i < n; i++) to[i] = from[i];
  digest_bytes = 4 * n;
}

#ifdef __F16C__
static void op_f2_f4(void) {
  const uint16_t *from = f2.data;
  float *to = (float *)target;
  size_t n = count(&f2), i = 0;
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128((const void *)(from + i))));
  for (; i < n; i++) to[i] = _cvtsh_ss(from[i]);
  digest_bytes = 4 * n;
}
#endif

static void op_transpose(void) {
  const double *from = f8.data;
  double *to = (double *)target, tile[TILE * TILE];
  size_t m = f8.rows, n = f8.columns;
  for (size_t i = 0; i < m; i += TILE)
    for (size_t j = 0; j < n; j += TILE) {
      size_t height = m - i < TILE ? m - i : TILE, width = n - j < TILE ? n - j : TILE;
      for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) tile[x * TILE + y] = from[(i + y) * n + j + x];
      for (size_t x = 0; x < width; x++)
        memcpy(to + (j + x) * m + i, tile + x * TILE, height * sizeof *tile);
    }
  digest_bytes = 8 * m * n;
}

/* ---- selection */

static void op_gather(void) {
  const double *restrict from = f8.data;
  const int64_t *restrict at = items.data;
  double *restrict to = (double *)target;
  size_t n = count(&items);
  for (size_t i = 0; i < n; i++) to[i] = from[at[i]];
  digest_bytes = 8 * n;
}

static void op_gather_at(void) {
  const double *restrict from = f8.data;
  double *restrict to = (double *)target;
  size_t n = count(&items), columns = f8.columns;
  for (size_t k = 0; k < n; k++) to[k] = from[item_rows[k] * columns + item_columns[k]];
  digest_bytes = 8 * n;
}

static void op_take_rows(void) {
  const int64_t *at = rows.data;
  size_t n = count(&rows), bytes = 8 * f8.columns;
  for (size_t i = 0; i < n; i++)
    memcpy(target + i * bytes, (const char *)f8.data + at[i] * bytes, bytes);
  digest_bytes = n * bytes;
}

static void op_select(void) {
  const double *restrict from = f8.data;
  double *restrict to = (double *)target;
  size_t n = count(&f8), taken = 0;
  for (size_t i = 0; i < n; i++) {
    to[taken] = from[i];
    taken += mask[i];
  }
  digest_bytes = 8 * taken;
}

static void op_compare_select(void) {
  const double *restrict from = f8.data;
  double *restrict to = (double *)target;
  size_t n = count(&f8), taken = 0;
  for (size_t i = 0; i < n; i++) {
    to[taken] = from[i];
    taken += from[i] > HALF;
  }
  digest_bytes = 8 * taken;
}

/* ---- in place */

static void op_roots(void) {
  double *restrict a = (double *)target;
  const double *restrict x = f8.data;
  size_t n = count(&f8);
  for (size_t i = 0; i < n; i++) a[i] = sqrt(x[i] * x[i] + x[i]);
  digest_bytes = 8 * n;
}

static void op_far(void) {
  const double *x = f8.data;
  size_t n = count(&f8);
  int64_t found = 0;
  for (size_t i = 0; i < n; i++) found += fabs(x[i] - HALF) > FAR;
  give_integer(found);
}

static void op_distances(void) {
  double *restrict a = (double *)target;
  const double *restrict x = f8.data, *restrict y = f8_too.data;
  size_t n = count(&f8);
  for (size_t i = 0; i < n; i++) a[i] = sqrt(x[i] * x[i] + y[i] * y[i]);
  digest_bytes = 8 * n;
}

/* ---- order: radix sorts by digits of 11 bits, because the C library has no fast sort */

enum { DIGITS = 1 << 11 };
static const size_t MOST_SORTED = 256u << 20;
static const uint64_t TOP = UINT64_C(1) << 63;

typedef struct {
  uint64_t key, place;
} Pair;

/* Returns the one of the two arrays that contains the sorted elements. */
#define RADIX_SORT(name, item, key, bits)                                                     \
  static item *name(item *a, item *b, size_t n) {                                             \
    for (int shift = 0; shift < bits; shift += 11) {                                          \
      size_t next[DIGITS] = {0}, at = 0;                                                      \
      for (size_t i = 0; i < n; i++) next[a[i] key >> shift & (DIGITS - 1)]++;                \
      for (int k = 0; k < DIGITS; k++) {                                                      \
        size_t many = next[k];                                                                \
        next[k] = at;                                                                         \
        at += many;                                                                           \
      }                                                                                       \
      for (size_t i = 0; i < n; i++) b[next[a[i] key >> shift & (DIGITS - 1)]++] = a[i];      \
      item *sorted = b;                                                                       \
      b = a;                                                                                  \
      a = sorted;                                                                             \
    }                                                                                         \
    return a;                                                                                 \
  }
RADIX_SORT(sort_longs, uint64_t, , 64)
RADIX_SORT(sort_ints, uint32_t, , 32)
RADIX_SORT(sort_pairs, Pair, .key, 64)

static void *room(int which, size_t bytes) {
  static void *rooms[2];
  static size_t sizes[2];
  if (sizes[which] < bytes) rooms[which] = memory(sizes[which] = bytes);
  return rooms[which];
}

static size_t sorted_bytes(const Array *array, size_t itemsize) {
  size_t bytes = count(array) * itemsize;
  return bytes < MOST_SORTED ? bytes : MOST_SORTED;
}

/* Sorts doubles. Returns their keys in ascending order, in one of the two buffers. */
static uint64_t *sorted_doubles(size_t n) {
  uint64_t *a = room(0, 8 * n), *b = room(1, 8 * n);
  const int64_t *from = f8.data;
  for (size_t i = 0; i < n; i++) a[i] = from[i] ^ (from[i] >> 63 | TOP);
  return sort_longs(a, b, n);
}

static uint64_t double_of(uint64_t key) { return key & TOP ? key ^ TOP : ~key; }

static void op_sort_f8(void) {
  size_t n = sorted_bytes(&f8, 8) / 8;
  const uint64_t *sorted = sorted_doubles(n);
  uint64_t *to = (uint64_t *)target;
  for (size_t i = 0; i < n; i++) to[i] = double_of(sorted[i]);
  digest_bytes = 8 * n;
}

static void op_unique(void) {
  size_t n = sorted_bytes(&f8, 8) / 8, found = 0;
  const uint64_t *sorted = sorted_doubles(n);
  uint64_t *to = (uint64_t *)target;
  for (size_t i = 0; i < n; i++)
    if (!i || sorted[i] != sorted[i - 1]) to[found++] = double_of(sorted[i]);
  digest_bytes = 8 * found;
}

static void op_argsort(void) {
  size_t n = sorted_bytes(&f8, 8) / 8;
  Pair *a = room(0, n * sizeof *a), *b = room(1, n * sizeof *b);
  const int64_t *from = f8.data;
  for (size_t i = 0; i < n; i++) a[i] = (Pair){from[i] ^ (from[i] >> 63 | TOP), i};
  const Pair *sorted = sort_pairs(a, b, n);
  int64_t *to = (int64_t *)target;
  for (size_t i = 0; i < n; i++) to[i] = sorted[i].place;
  digest_bytes = 8 * n;
}

static void op_sort_i8(void) {
  size_t n = sorted_bytes(&i8, 8) / 8;
  uint64_t *a = room(0, 8 * n), *b = room(1, 8 * n), *to = (uint64_t *)target;
  const uint64_t *from = i8.data;
  for (size_t i = 0; i < n; i++) a[i] = from[i] ^ TOP;
  const uint64_t *sorted = sort_longs(a, b, n);
  for (size_t i = 0; i < n; i++) to[i] = sorted[i] ^ TOP;
  digest_bytes = 8 * n;
}

static void op_sort_f4(void) {
  size_t n = sorted_bytes(&f4, 4) / 4;
  uint32_t *a = room(0, 4 * n), *b = room(1, 4 * n), *to = (uint32_t *)target, top = 1u << 31;
  const int32_t *from = f4.data;
  for (size_t i = 0; i < n; i++) a[i] = from[i] ^ (from[i] >> 31 | top);
  const uint32_t *sorted = sort_ints(a, b, n);
  for (size_t i = 0; i < n; i++) to[i] = sorted[i] & top ? sorted[i] ^ top : ~sorted[i];
  digest_bytes = 4 * n;
}

static void op_sort_i4(void) {
  size_t n = sorted_bytes(&i4, 4) / 4;
  uint32_t *a = room(0, 4 * n), *b = room(1, 4 * n), *to = (uint32_t *)target, top = 1u << 31;
  const uint32_t *from = i4.data;
  for (size_t i = 0; i < n; i++) a[i] = from[i] ^ top;
  const uint32_t *sorted = sort_ints(a, b, n);
  for (size_t i = 0; i < n; i++) to[i] = sorted[i] ^ top;
  digest_bytes = 4 * n;
}

/* ---- products of matrices: a plain loop, row by row */

static double shown[512]; /* the first row of the product */

#define MULTIPLY(name, number, matrix)                                       \
  static void name(void) {                                                   \
    size_t n = matrix.rows;                                                  \
    const number *x = matrix.data;                                           \
    number *restrict to = (number *)target;                                  \
    memset(to, 0, n * n * sizeof *to);                                       \
    for (size_t i = 0; i < n; i++)                                           \
      for (size_t k = 0; k < n; k++)                                         \
        for (size_t j = 0; j < n; j++) to[i * n + j] += x[i * n + k] * x[k * n + j]; \
    many_count = n < 512 ? n : 512;                                          \
    for (size_t j = 0; j < many_count; j++) shown[j] = to[j];                \
    many = shown;                                                            \
  }
/* Elementary functions: only the first results are compared, within a tolerance. */

#define APPLY(name, number, source, function)                                \
  static void name(void) {                                                   \
    const number *restrict x = source.data;                                  \
    number *restrict to = (number *)target;                                  \
    size_t n = count(&source);                                               \
    for (size_t i = 0; i < n; i++) to[i] = function;                         \
    many_count = n < 512 ? n : 512;                                          \
    for (size_t i = 0; i < many_count; i++) shown[i] = to[i];                \
    many = shown;                                                            \
  }
APPLY(op_exp_f8, double, f8, exp(x[i]))
APPLY(op_exp_f4, float, f4, expf(x[i]))
APPLY(op_log_f8, double, f8, log(x[i]))
APPLY(op_log_f4, float, f4, logf(x[i]))
APPLY(op_sin_f8, double, f8, sin(x[i]))
APPLY(op_sin_f4, float, f4, sinf(x[i]))
APPLY(op_tanh_f8, double, f8, tanh(x[i]))
APPLY(op_tanh_f4, float, f4, tanhf(x[i]))
APPLY(op_power_f8, double, f8, pow(x[i], x[i]))
APPLY(op_power_f4, float, f4, powf(x[i], x[i]))

MULTIPLY(op_product_f8, double, matrix_f8)
MULTIPLY(op_product_f4, float, matrix_f4)

static void start_f8(void) {
  for (size_t i = 0; i < count(&f8); i++) ((double *)target)[i] = START;
}

static void op_add_f8(void) {
  double *restrict a = (double *)target;
  const double *restrict b = f8.data;
  size_t n = count(&f8);
  for (size_t i = 0; i < n; i++) a[i] += SCALE * b[i];
  digest_bytes = 8 * n;
}

static void start_f4(void) {
  for (size_t i = 0; i < count(&f4); i++) ((float *)target)[i] = START;
}

static void op_add_f4(void) {
  float *restrict a = (float *)target;
  const float *restrict b = f4.data;
  size_t n = count(&f4);
  for (size_t i = 0; i < n; i++) a[i] += (float)SCALE * b[i];
  digest_bytes = 4 * n;
}

static void start_i4(void) {
  for (size_t i = 0; i < count(&i4); i++) ((int32_t *)target)[i] = START;
}

static void op_add_i4(void) {
  uint32_t *restrict a = (uint32_t *)target; /* unsigned, because overflow must wrap */
  const uint32_t *restrict b = i4.data;
  size_t n = count(&i4);
  for (size_t i = 0; i < n; i++) a[i] += (uint32_t)INT_SCALE * b[i];
  digest_bytes = 4 * n;
}

/* ---- cold files: opening and closing the file is part of the time */

static void op_cold_rows(void) {
  enum { SHOWN = 100 };
  int file = open_file("cold");
  Array cold = read_header(file);
  size_t bytes = 8 * cold.columns, length = cold.offset + cold.rows * bytes;
  char *start = mmap(NULL, length, PROT_READ, MAP_SHARED, file, 0);
  if (start == MAP_FAILED) fail("cannot map", "cold");
  size_t page = sysconf(_SC_PAGESIZE), n = cold_rows.columns;
  const int64_t *at = (const int64_t *)cold_rows.data + set * n;
  /* Otherwise each page fault on a row that the advice below misses would read megabytes. */
  madvise(start, length, MADV_RANDOM);
  for (size_t i = 0; i < n; i++) {
    size_t from = cold.offset + at[i] * bytes, to = from + bytes;
    from -= from % page;
    madvise(start + from, to - from, MADV_WILLNEED);
  }
  for (size_t i = 0; i < n; i++)
    memcpy(target + i * bytes, start + cold.offset + at[i] * bytes, bytes);
  munmap(start, length);
  close(file);
  digest_bytes = (n < SHOWN ? n : SHOWN) * bytes;
}

static void op_cold_sum(void) {
  enum { BLOCK = 1 << 20 };
  int file = open_file("cold-sum");
  Array cold = read_header(file);
  posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL);
  lseek(file, cold.offset, SEEK_SET);
  double sum = 0;
  size_t held = 0;
  for (ssize_t more; (more = read(file, target + held, BLOCK - held)) > 0;) {
    held += more;
    if (held == BLOCK) {
      sum += sum_doubles((double *)target, BLOCK / 8);
      held = 0;
    }
  }
  sum += sum_doubles((double *)target, held / 8);
  close(file);
  give_number(sum);
}

/* ---- answering */

static const struct {
  const char *name;
  void (*run)(void);
  void (*start)(void); /* sets the target before a check, if the operation adds to the target */
} OPERATIONS[] = {
    {"sum f8", op_sum_f8, NULL},
    {"sum f4, 1 MiB", op_sum_f4, NULL},
    {"sum i4, 1 MiB", op_sum_i4, NULL},
    {"sum i2, 1 MiB", op_sum_i2, NULL},
    {"sum u1, 1 MiB", op_sum_u1, NULL},
    {"count bool, 1 MiB", op_count_b1, NULL},
    {"max f8", op_max, NULL},
    {"argmax f8", op_argmax, NULL},
    {"mean and std f8", op_mean_std, NULL},
    {"std f8", op_std, NULL},
    {"stats f4", op_stats_f4, NULL},
    {"overview f4", op_overview_f4, NULL},
    {"sum >f8", op_sum_be, NULL},
    {"sum f8 axis 0", op_sum_axis_0, NULL},
    {"sum f8 axis 1", op_sum_axis_1, NULL},
    {"sum f8 [::2, ::3]", op_sum_strided, NULL},
    {"copy f8", op_copy, NULL},
    {"copy >f8 to <f8", op_copy_swapped, NULL},
    {"convert f8 to f4", op_f8_f4, NULL},
    {"convert f4 to f8", op_f4_f8, NULL},
    {"convert u1 to f4", op_u1_f4, NULL},
#ifdef __F16C__
    {"convert f2 to f4", op_f2_f4, NULL},
#endif
    {"copy f8 C to F", op_transpose, NULL},
    {"gather 2 M by [i, j]", op_gather_at, NULL},
    {"gather 2 M by flat index", op_gather, NULL},
    {"take 4096 rows", op_take_rows, NULL},
    {"take 4096 rows, clipped", op_take_rows, NULL},
    {"select half of f8", op_select, NULL},
    {"compare and select f8", op_compare_select, NULL},
    {"sqrt(x*x + x) f8", op_roots, NULL},
    {"sqrt(x*x + y*y) f8", op_distances, NULL},
    {"count |x - m| > s f8", op_far, NULL},
    {"sort f8", op_sort_f8, NULL},
    {"sort f4", op_sort_f4, NULL},
    {"sort i8", op_sort_i8, NULL},
    {"sort i4", op_sort_i4, NULL},
    {"argsort f8", op_argsort, NULL},
    {"unique f8", op_unique, NULL},
    {"exp f8", op_exp_f8, NULL},
    {"exp f4", op_exp_f4, NULL},
    {"log f8", op_log_f8, NULL},
    {"log f4", op_log_f4, NULL},
    {"sin f8", op_sin_f8, NULL},
    {"sin f4", op_sin_f4, NULL},
    {"tanh f8", op_tanh_f8, NULL},
    {"tanh f4", op_tanh_f4, NULL},
    {"power(x, x) f8", op_power_f8, NULL},
    {"power(x, x) f4", op_power_f4, NULL},
    {"x @ x f8", op_product_f8, NULL},
    {"x @ x f4", op_product_f4, NULL},
    {"a += s*b f8", op_add_f8, start_f8},
    {"a += s*b f4", op_add_f4, start_f4},
    {"a += s*b i4", op_add_i4, start_i4},
    {"cold rows of 512 B", op_cold_rows, NULL},
    {"cold sum f8", op_cold_sum, NULL},
    {"element loop get(i, j)", op_element_loop, NULL},
    {"sum of 100 items", op_sum_hundred, NULL},
    {"make a slice", op_slice, NULL},
};

static void forget(void) { number_count = integer_count = many_count = digest_bytes = 0; }

/* The digest of the other contenders: within a block, each word is weighted by its position. */
static uint64_t digest(const void *start, size_t bytes) {
  enum { WORDS = 4096 };
  const uint64_t *word = start;
  uint64_t hash = bytes;
  for (size_t i = 0; i < bytes / 8;) {
    uint64_t sum = 0;
    for (uint64_t k = 0; k < WORDS && i < bytes / 8; k++, i++) sum += word[i] * (2 * k + 1);
    hash = hash * UINT64_C(0x9E3779B97F4A7C15) + sum;
  }
  return hash;
}

static void check(int which) {
  if (OPERATIONS[which].start) OPERATIONS[which].start();
  OPERATIONS[which].run();
  printf("ok");
  for (size_t i = 0; i < integer_count; i++) printf("\ti:%lld", (long long)integers[i]);
  for (size_t i = 0; i < number_count; i++) printf("\tf:%a", numbers[i]);
  for (size_t i = 0; i < many_count; i++) printf("\tf:%a", many[i]);
  if (digest_bytes) printf("\td:%016llx", (unsigned long long)digest(target, digest_bytes));
  printf("\n");
}

static void run(int which, long repeats, clockid_t clock) {
  struct timespec begin, end;
  clock_gettime(clock, &begin);
  for (long i = 0; i < repeats; i++) {
    forget();
    OPERATIONS[which].run();
  }
  clock_gettime(clock, &end);
  printf("ok\t%lld\n",
         (end.tv_sec - begin.tv_sec) * 1000000000LL + (end.tv_nsec - begin.tv_nsec));
}

static void load(size_t target_bytes) {
  static const struct {
    const char *name;
    Array *array;
  } FILES[] = {
      {"f8", &f8},
      {"f8-too", &f8_too},
      {"i8", &i8},
      {"matrix-f8", &matrix_f8},
      {"matrix-f4", &matrix_f4},
      {"be", &be},
      {"f4", &f4},
      {"i4", &i4},
      {"u1", &u1},
      {"f2", &f2},
      {"small-f4", &small_f4},
      {"small-i4", &small_i4},
      {"small-i2", &small_i2},
      {"small-u1", &small_u1},
      {"small-b1", &small_b1},
      {"hundred", &hundred},
      {"square", &square},
      {"items", &items},
      {"rows", &rows},
      {"cold-rows", &cold_rows},
  };
  for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) *FILES[i].array = map_file(FILES[i].name);
  size_t n = count(&f8);
  /* One more page: a selection stores an element before it decides whether to keep it. */
  target = memory(target_bytes + 4096);
  axis_sums = memory(sizeof *axis_sums * (f8.rows + f8.columns + 1));
  mask = memory(n + 1);
  for (size_t i = 0; i < n; i++) mask[i] = ((const double *)f8.data)[i] > HALF;
  item_rows = memory(sizeof *item_rows * (count(&items) + 1));
  item_columns = memory(sizeof *item_columns * (count(&items) + 1));
  for (size_t k = 0; items.data && k < count(&items); k++) {
    item_rows[k] = ((const int64_t *)items.data)[k] / (int64_t)f8.columns;
    item_columns[k] = ((const int64_t *)items.data)[k] % (int64_t)f8.columns;
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: floor DIRECTORY TARGET_BYTES\n");
    return 2;
  }
  directory = argv[1];
  /* The parent process handles Ctrl-C: it closes the input of this program. */
  signal(SIGINT, SIG_IGN);
  load(strtoull(argv[2], NULL, 10));
  printf("ready\n");
  fflush(stdout);
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) > 0) {
    line[strcspn(line, "\n")] = 0;
    char *rest = line, *verb = strsep(&rest, "\t"), *name = strsep(&rest, "\t");
    char *chosen = strsep(&rest, "\t"), *repeats = strsep(&rest, "\t");
    char *clock = strsep(&rest, "\t");
    int which = -1;
    for (size_t i = 0; name && i < sizeof OPERATIONS / sizeof *OPERATIONS; i++)
      if (!strcmp(OPERATIONS[i].name, name)) which = (int)i;
    set = chosen ? atol(chosen) : 0;
    forget();
    if (!strcmp(verb, "knows"))
      printf(which < 0 ? "no\n" : "yes\n");
    else if (which >= 0 && !strcmp(verb, "check"))
      check(which);
    else if (which >= 0 && !strcmp(verb, "run") && repeats && clock)
      run(which, atol(repeats), strcmp(clock, "cpu") ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID);
    else
      printf("error\tno such request\n");
    fflush(stdout);
  }
  return 0;
}
