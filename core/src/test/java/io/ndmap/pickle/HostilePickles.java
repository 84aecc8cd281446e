package io.ndmap.pickle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.ndmap.npy.NpyFormatException;
import io.ndmap.testing.Work;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Pickles that make readers run out of memory, overflow the stack, hang, or run what they should
/// not; each with a part of the message that refuses it. Run by [HostilePickleTest] in a JVM with
/// little memory.
public final class HostilePickles {

  private static final String NDARRAY =
      "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(K\0tC\1btR";

  /// Instead of a message: long, but harmless.
  private static final String READ = "is read";

  private HostilePickles() {}

  /// One of them.
  private record Hostile(String latin1, String message) {
    byte[] pickle() {
      return latin1.getBytes(ISO_8859_1);
    }
  }

  private static Map<String, Hostile> all() {
    Map<String, Hostile> all = new LinkedHashMap<>();
    // Calls, which are never run.
    add(all, "os.system", "cos\nsystem\n(S'id'\ntR.", "it asks for os.system, ");
    add(all, "eval", "cbuiltins\neval\n(V1\ntR.", "it asks for builtins.eval, ");
    add(all, "getattr by INST", "(V1\nibuiltins\ngetattr\n.", "it asks for builtins.getattr, ");
    add(all, "STACK_GLOBAL", "\u0080\4\u008c\5posix\u008c\6system\u0093.", "asks for posix.system");
    add(
        all,
        "dotted STACK_GLOBAL",
        "\u008c\5numpy\u008c\13dtype.names\u0093.",
        "numpy.dtype.names");
    add(
        all,
        "STACK_GLOBAL of numbers",
        "K\1K\2\u0093.",
        "STACK_GLOBAL must be a str, found an int");
    add(
        all,
        "a long name",
        "c" + "x".repeat(10_000) + "\ny\n.",
        "more than 256 characters of a name");
    add(all, "extension of 1 byte", "\u0082\1.", "an extension");
    add(all, "extension of 2 bytes", "\u0083\1\1.", "an extension");
    add(all, "extension of 4 bytes", "\u0084\1\1\1\1.", "an extension");
    add(all, "PERSID", "Pid\n.", "a persistent id");
    add(all, "BINPERSID", "NQ.", "a persistent id");
    add(all, "NEXT_BUFFER", "\u0080\5\u0097.", "an out-of-band buffer");
    add(all, "NEWOBJ_EX", "NNN\u0092.", "NEWOBJ_EX");
    add(all, "NEWOBJ of a function", "c_codecs\nencode\n)\u0081.", "without a call");
    add(all, "class as a value", "cbuiltins\nset\n.", "a value is builtins.set");
    add(all, "call of a value", "K\1)R.", "a call of a value that is not a class, an int");
    add(all, "REDUCE without a tuple", "cbuiltins\nset\nNR.", "needs a tuple, found None");
    add(all, "state for a list", "]Nb.", "a state for a value without one");
    add(all, "state for a class", "cnumpy\ndtype\nNb.", "a state for a value without one");
    add(all, "dtype without arguments", "cnumpy\ndtype\n)R.", "numpy.dtype needs 1 to 3 arguments");
    add(all, "dtype of nonsense", "cnumpy\ndtype\n(Vi3\nI00\nI01\ntR.", "not understood");
    add(all, "ndarray itself", "cnumpy\nndarray\n(K\1\u0085tR.", "numpy.ndarray cannot be called");
    add(
        all,
        "another array class",
        "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\ndtype\n(K\0tC\1btR.",
        "needs numpy.ndarray, found numpy.dtype");
    add(all, "array without a state", NDARRAY + ".", "numpy.ndarray without a state");
    add(all, "array with a bad state", NDARRAY + "(K\1tb.", "needs 4 to 5 arguments");
    // Pickles that would exhaust the memory.
    add(all, "LONG4 of 2 GiB", "\u008b\u00ff\u00ff\u00ff\177.", "digits of an integer");
    add(all, "LONG4 of negative length", "\u008b\u00ff\u00ff\u00ff\u00ff.", "a length of");
    add(all, "BINBYTES of 1 GiB", "B\u00ff\u00ff\u00ff\77.", "ends early");
    add(
        all,
        "BINBYTES8",
        "\u008e\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\177.",
        "bytes of the pickle");
    add(
        all,
        "BINBYTES8, negative",
        "\u008e\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff.",
        "a length of 184467");
    add(all, "BINUNICODE8", "\u008d\0\0\0\0\1\0\0\0.", "bytes of the pickle");
    add(all, "BYTEARRAY8", "\u0096\0\0\0\100\0\0\0\0.", "ends early");
    add(all, "BINSTRING, negative", "T\u00ff\u00ff\u00ff\u00ff.", "a length of");
    add(all, "FRAME of 2^63", "\u0080\4\u0095\0\0\0\0\0\0\0\u0080.", "bytes of the pickle");
    add(all, "PUT of a huge index", "Np999999999\n.", "values remembered");
    add(all, "PUT of a negative index", "Np-1\n.", "no number of a value");
    add(all, "LONG_BINPUT of a huge index", "Nr\u00ff\u00ff\u00ff\u00ff.", "values remembered");
    add(all, "BINGET of nothing", "h\7.", "nothing is remembered as 7");
    add(
        all,
        "bytearray of a size",
        "cbuiltins\nbytearray\n(J\0\0\0\177tR.",
        "must be bytes, found an int");
    add(all, "bytes of a size", "cbuiltins\nbytes\n(J\0\0\0\177tR.", "must be bytes, found an int");
    add(all, "array of subarrays", array("(K\2t", "V2i4\n", "C\0"), "whose elements are arrays");
    add(
        all,
        "array of 2^40 elements",
        array("(J\0\0\0\100J\0\0\0\100t", "Vi4\n", "C\0"),
        "needs 46116");
    add(
        all,
        "array of too many elements",
        array("(L" + "9".repeat(30) + "L\nt", "Vi4\n", "C\0"),
        "exceeds 64 bits");
    add(
        all,
        "array of 65 axes",
        array("(" + "K\1".repeat(65) + "t", "Vi4\n", "C\0"),
        "at most 64 axes");
    add(
        all,
        "array of a negative size",
        array("(J\u00ff\u00ff\u00ff\u00fft", "Vi4\n", "C\0"),
        "must not be negative");
    add(
        all,
        "objects of too few",
        array("(J\0\0\0\100t", "VO8\n", "]"),
        "needs 1073741824 elements, found 0");
    add(
        all,
        "objects that are no list",
        array("(K\1t", "VO8\n", "C\0"),
        "must be a list, found bytes");
    add(all, "structures of 2 GiB", structures(), "elements of structures take 2000000000 bytes");
    add(all, "digits", "I" + "9".repeat(5000) + "\n.", "characters of a number");
    add(all, "digits of a long", "L" + "9".repeat(5000) + "L\n.", "characters of a number");
    add(
        all,
        "digits in binary",
        "\u008b\u00d0\7\0\0" + "\1".repeat(2000) + ".",
        "4300 digits of an integer");
    add(
        all,
        "digits of a Decimal",
        "cdecimal\nDecimal\n(V" + "9".repeat(5000) + "\ntR.",
        "4300 characters");
    add(all, "opcodes", "N0".repeat(60_000) + "N.", READ);
    // Pickles that would overflow the stack.
    add(
        all,
        "nested lists",
        "]".repeat(100_000) + "a".repeat(99_999) + ".",
        "500 levels of containers");
    add(all, "nested tuples", ")" + "\u0085".repeat(100_000) + ".", "500 levels of containers");
    add(all, "nested tuples as a key", "})" + "\u0085".repeat(100_000) + "Ns.", "50 levels");
    add(all, "nested dicts", "}" + "p0\n0}Ng0\ns".repeat(10_000) + ".", "levels of containers");
    add(all, "a list that holds itself", "]\u0094h\0a.", "a container that holds itself");
    add(all, "a dict that holds itself", "}\u0094Nh\0s.", "a container that holds itself");
    add(all, "a tuple in its list", "]\u0094h\0\u0085a.", "a container that holds itself");
    add(
        all,
        "an array that holds itself",
        NDARRAY + "p9\n(K\1(K\1tcnumpy\ndtype\n(VO8\nI00\nI01\ntRI00\n]g9\natb.",
        "an array that holds itself");
    add(all, "nested dtypes", dtypes(200, "(Va\nt"), "64 levels");
    // Pickles that would hang.
    add(all, "lists, doubled", doubled("]", "(h", "h", "e", 60), "values, the limit");
    add(all, "tuples, doubled", doubled(")", "h", "h", "\u0086", 60), "values, the limit");
    add(
        all,
        "tuples as a key, doubled",
        "}" + doubled(")", "h", "h", "\u0086", 60).replaceFirst("[.]$", "Ns."),
        "a key of more than 1000");
    add(all, "tuples by DUP", ")" + "2\u0086".repeat(100) + ".", "values, the limit");
    add(all, "a key by DUP", "})" + "2\u0086".repeat(100) + "Ns.", "a key of more than 1000");
    add(
        all,
        "a set of tuples by DUP",
        "\u008f()" + "2\u0086".repeat(100) + "\u0090.",
        "a key of more than 1000");
    add(
        all,
        "tuples of equal hashes",
        equalHashes(),
        "1000 keys or items of a set of equal hashes");
    // Damaged pickles.
    add(all, "nothing", "", "ends early");
    add(all, "no end", "N", "ends early");
    add(all, "an end alone", ".", "too few values");
    add(all, "an end in a mark", "(N.", "left on the stack");
    add(all, "two values", "NN.", "left on the stack");
    add(all, "an unknown instruction", "\u00ff.", "no instruction is 0xff");
    add(all, "protocol 6", "\u0080\6N.", "protocols up to 5");
    add(
        all,
        "a frame in a frame",
        "\u0080\4\u0095\12\0\0\0\0\0\0\0\u0095\1\0\0\0\0\0\0\0N.",
        "within another");
    add(all, "a frame beyond the end", "\u0080\4\u0095\12\0\0\0\0\0\0\0N.", "a frame extends");
    add(all, "no mark", "t.", "no mark");
    add(all, "APPEND to a tuple", ")Na.", "not a list");
    add(all, "SETITEM of a list", "]NNs.", "not a dict");
    add(all, "SETITEMS of an odd number", "}(Nu.", "a key without a value");
    add(all, "ADDITEMS to a list", "](N\u0090.", "not a set");
    add(all, "POP of nothing", "0.", "too few values");
    add(all, "a list as a key", "}]Ns.", "must be hashable, found a ArrayList");
    add(all, "a list in a tuple as a key", "}]\u0085Ns.", "must be hashable");
    add(
        all,
        "NaN as two keys",
        "}G\177\u00f8\0\0\0\0\0\0NsG\177\u00f8\0\0\0\0\0\1Ns.",
        "that are NaN");
    add(all, "INT of text", "Ix\n.", "text that is not an integer");
    add(all, "FLOAT of text", "F1.2.3\n.", "text that is not a float");
    add(all, "UTF-8 that is none", "\u008c\2\u00c3\u00c3.", "text that cannot be decoded");
    add(all, "STRING without quotes", "Sx\n.", "Python 2 text");
    add(all, "STRING beyond ASCII", "U\1\u00e9.", "Python 2 text");
    add(all, "an encoding", "c_codecs\nencode\n(Vx\nVzip\ntR.", "neither latin1 nor utf-8");
    add(all, "a date of year 0", "cdatetime\ndate\n(C\4\0\0\1\1tR.", "a year from 1 to 9999");
    add(all, "a date of month 13", "cdatetime\ndate\n(C\4\7\u00e4\15\1tR.", "no date");
    add(all, "a time of 25 hours", "cdatetime\ntime\n(C\6\31\0\0\0\0\0tR.", "no time");
    add(
        all,
        "a timedelta of ages",
        "cdatetime\ntimedelta\n(L" + "9".repeat(40) + "L\ntR.",
        "999999999 days");
    add(
        all,
        "a timezone of microseconds",
        "cdatetime\ntimezone\n(cdatetime\ntimedelta\n(K\0K\0K\1tRtR.",
        "whole seconds");
    add(all, "a Fraction of 0", "cfractions\nFraction\n(K\1K\0tR.", "a denominator of 0");
    add(all, "a Fraction of text", "cfractions\nFraction\n(Vx\ntR.", "not a fractions.Fraction");
    add(all, "a Decimal of text", "cdecimal\nDecimal\n(Vx\ntR.", "not a decimal.Decimal");
    add(all, "a Decimal of two signs", "cdecimal\nDecimal\n(V+-5\ntR.", "not a decimal.Decimal");
    add(
        all,
        "a UUID of 129 bits",
        "cuuid\nUUID\n)\u0081}Vint\n\u008a\21" + "\1".repeat(17) + "sb.",
        "of 128 bits");
    add(all, "a UUID of nothing", "cuuid\nUUID\n)\u0081}b.", "needs a dict with 'int'");
    add(all, "a UUID without a state", "cuuid\nUUID\n)\u0081.", "uuid.UUID without a state");
    add(
        all,
        "a scalar of too few bytes",
        "cnumpy.core.multiarray\nscalar\n(" + dtype("Vi4\n") + "C\1xtR.",
        "with 1 bytes");
    add(
        all,
        "a scalar of objects",
        "cnumpy.core.multiarray\nscalar\n(" + dtype("VO8\n") + "C\10xxxxxxxxtR.",
        "a scalar of |O");
    return all;
  }

  private static void add(Map<String, Hostile> all, String name, String pickle, String message) {
    all.put(name, new Hostile(pickle, message));
  }

  private static String dtype(String kind) {
    return "cnumpy\ndtype\n(" + kind + "I00\nI01\ntR";
  }

  private static String array(String shape, String kind, String items) {
    return NDARRAY + "(K\1" + shape + dtype(kind) + "I00\n" + items + "tb.";
  }

  /// One with an object and 2 GB of nothing behind it.
  private static String structures() {
    String state = "(K\3V|\nN(Va\nt}Va\n" + dtype("VO8\n") + "K\0\u0086sJ\0\u0094\65\167K\1K\33tb";
    return NDARRAY + "(K\1(K\1t" + dtype("VV8\n") + state + "I00\n](N\u0085etb.";
  }

  /// Each level a structure of the one before.
  private static String dtypes(int levels, String names) {
    String state = "(K\3V|\nN" + names + "}Va\n";
    return dtype("VV8\n")
        + ("p0\n0" + dtype("VV8\n") + state + "g0\nK\0\u0086sK\10K\1K\20tb").repeat(levels)
        + ".";
  }

  /// Each level twice the one before, which is remembered.
  private static String doubled(String first, String one, String two, String end, int levels) {
    StringBuilder pickle = new StringBuilder(first).append("q\0");
    for (int i = 0; i < levels; i++) {
      pickle.append('0').append(end.equals("e") ? "]" : "");
      pickle.append(one).append((char) i).append(two).append((char) i).append(end);
      pickle.append('q').append((char) (i + 1));
    }
    return pickle.append('.').toString();
  }

  /// Of strings of equal hashes, which Java's are easily.
  private static String equalHashes() {
    StringBuilder pickle = new StringBuilder("}");
    for (int i = 0; i < 2048; i++) {
      pickle.append('V');
      for (int bit = 0; bit < 11; bit++) {
        pickle.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      pickle.append("\n\u0085Ns");
    }
    return pickle.append('.').toString();
  }

  /// Reads them all, and says how each ended, how many milliseconds of a processor it took, and how
  /// many bytes of the heap.
  public static void main(String... arguments) throws IOException {
    all()
        .forEach(
            (name, hostile) -> {
              String[] ending = new String[1];
              Work work = Work.of(() -> ending[0] = ending(hostile));
              System.out.println(
                  String.join(
                      "\t",
                      name,
                      ending[0],
                      Long.toString(work.cpu().toMillis()),
                      Long.toString(work.allocated())));
            });
  }

  private static String ending(Hostile hostile) {
    try {
      PickleReader.read(new ByteArrayInputStream(hostile.pickle()), "x", 0, PickleOptions.DEFAULT);
      return hostile.message.equals(READ) ? "as expected" : "was read";
    } catch (NpyFormatException e) {
      return String.valueOf(e.getMessage()).contains(hostile.message)
          ? "as expected"
          : e.toString();
    } catch (IOException | RuntimeException | Error e) {
      return "UNTYPED " + e;
    }
  }
}
