/*
 * The contender C of the matrix: sums, minima, maxima, copies and x + y of contiguous elements.
 *
 * Answers requests on standard input, one per line, with fields separated by tabs:
 *   cell NAME DTYPE BYTES ITEMS -> ok and selects the cell, or no if C does not take part in it
 *   lap MILLIS CLOCK            -> ok NANOSECONDS, the mean of one run, by the clock wall or cpu
 * The program ends when its input ends.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Eight accumulators of vectors of eight doubles. */
enum { LANES = 64 };

static const char *directory;
static const void *x, *y;
static void *z;
static size_t bytes;

/* Results are stored here, so that the compiler computes them. */
static volatile double sink;

#define LOOPS(T, SUM, NAME)                                                     \
  static void sum_##NAME(size_t n) {                                            \
    const T *a = x;                                                             \
    SUM s[LANES] = {0};                                                         \
    for (size_t i = 0; i < n; i += LANES)                                       \
      for (int k = 0; k < LANES; k++) s[k] += a[i + k];                         \
    for (int k = 1; k < LANES; k++) s[0] += s[k];                               \
    sink = s[0];                                                                \
  }                                                                             \
  static void min_##NAME(size_t n) {                                            \
    const T *a = x;                                                             \
    T s[LANES];                                                                 \
    for (int k = 0; k < LANES; k++) s[k] = a[k];                                \
    for (size_t i = 0; i < n; i += LANES)                                       \
      for (int k = 0; k < LANES; k++) s[k] = a[i + k] < s[k] ? a[i + k] : s[k]; \
    for (int k = 1; k < LANES; k++) s[0] = s[k] < s[0] ? s[k] : s[0];           \
    sink = s[0];                                                                \
  }                                                                             \
  static void max_##NAME(size_t n) {                                            \
    const T *a = x;                                                             \
    T s[LANES];                                                                 \
    for (int k = 0; k < LANES; k++) s[k] = a[k];                                \
    for (size_t i = 0; i < n; i += LANES)                                       \
      for (int k = 0; k < LANES; k++) s[k] = a[i + k] > s[k] ? a[i + k] : s[k]; \
    for (int k = 1; k < LANES; k++) s[0] = s[k] > s[0] ? s[k] : s[0];           \
    sink = s[0];                                                                \
  }                                                                             \
  static void plus_##NAME(size_t n) {                                           \
    const T *restrict a = x, *restrict b = y;                                   \
    T *restrict c = z;                                                          \
    for (size_t i = 0; i < n; i++) c[i] = a[i] + b[i];                          \
  }                                                                             \
  static void copy_##NAME(size_t n) { memcpy(z, x, n * sizeof(T)); }

LOOPS(double, double, f8)
LOOPS(float, float, f4)
LOOPS(int32_t, int64_t, i4)
LOOPS(int64_t, int64_t, i8)
LOOPS(uint8_t, uint64_t, u1)

static const struct {
  const char *name, *dtype;
  void (*run)(size_t);
} TABLE[] = {
#define ROWS(NAME)                                                           \
  {"sum", #NAME, sum_##NAME}, {"min", #NAME, min_##NAME},                    \
      {"max", #NAME, max_##NAME}, {"plus view", #NAME, plus_##NAME},         \
      {"copyTo", #NAME, copy_##NAME},
    ROWS(f8) ROWS(f4) ROWS(i4) ROWS(i8) ROWS(u1)
};

static const void *map_data(const char *name, const char *dtype, const char *size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s-%s-%s.npy", directory, name, dtype, size);
  int file = open(path, O_RDONLY);
  struct stat about;
  if (file < 0 || fstat(file, &about)) {
    perror(path);
    exit(1);
  }
  const char *start = mmap(NULL, about.st_size, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (start == MAP_FAILED) {
    perror(path);
    exit(1);
  }
  return start + (about.st_size - strtoull(size, NULL, 10));
}

static int choose(const char *name, const char *dtype, const char *size) {
  static char known[64];
  for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
    if (strcmp(TABLE[i].name, name) || strcmp(TABLE[i].dtype, dtype)) continue;
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%s-%s", dtype, size);
    if (strcmp(wanted, known)) {
      strcpy(known, wanted);
      x = map_data("x", dtype, size);
      y = map_data("y", dtype, size);
      free(z);
      bytes = strtoull(size, NULL, 10);
      z = aligned_alloc(1 << 21, (bytes + (1 << 21) - 1) >> 21 << 21);
      /* numpy and ndmap ask for huge pages for large arrays, too. */
      if (bytes >= 4 << 20) madvise(z, bytes, MADV_HUGEPAGE);
      memset(z, 1, bytes);
    }
    return (int)i;
  }
  return -1;
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static double lap(int which, size_t items, int64_t least, clockid_t clock) {
  int64_t begin = now(clock), passed;
  long runs = 0;
  for (long batch = 1;; batch = runs) {
    for (long i = 0; i < batch; i++) TABLE[which].run(items);
    runs += batch;
    passed = now(clock) - begin;
    if (2 * passed >= least) return (double)passed / runs;
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: matrix DIRECTORY\n");
    return 2;
  }
  directory = argv[1];
  /* The parent process handles Ctrl-C: it closes the input of this program. */
  signal(SIGINT, SIG_IGN);
  printf("ready\n");
  fflush(stdout);
  char *line = NULL;
  size_t room = 0, items = 0;
  int which = -1;
  while (getline(&line, &room, stdin) > 0) {
    line[strcspn(line, "\n")] = 0;
    char *rest = line, *verb = strsep(&rest, "\t"), *first = strsep(&rest, "\t");
    char *second = strsep(&rest, "\t"), *third = strsep(&rest, "\t"), *fourth = strsep(&rest, "\t");
    if (!strcmp(verb, "cell") && fourth) {
      which = choose(first, second, third);
      items = strtoull(fourth, NULL, 10);
      printf(which < 0 ? "no\n" : "ok\n");
    } else if (!strcmp(verb, "lap") && second && which >= 0)
      printf("ok\t%.17g\n", lap(which, items, atoll(first) * 1000000,
                              strcmp(second, "cpu") ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID));
    else
      printf("error\tno such request\n");
    fflush(stdout);
  }
  return 0;
}
