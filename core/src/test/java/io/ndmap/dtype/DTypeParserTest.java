package io.ndmap.dtype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DTypeParserTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          <f8                 ~ '<f8'
          >i1                 ~ '|i1'
          =u2                 ~ '<u2'
          d                   ~ '<f8'
          intp                ~ '<i8'
          <?                  ~ '|b1'
          S05                 ~ '|S5'
          >U3                 ~ '>U3'
          c                   ~ '|S1'
          <i 4                ~ '<i4'
          M8[25s]             ~ '<M8[25s]'
          >m8                 ~ '>m8'
          datetime64[generic] ~ '<M8'
          M8[0s]              ~ '<M8[0s]'
          M8[ns/2]            ~ '<M8[500ps]'
          M8[Y/13]            ~ '<M8[4W]'
          m8[3us/1000]        ~ '<m8[3ns]'
          i4,f8               ~ [('f0', '<i4'), ('f1', '<f8')]
          i4, (2,3)>f8, 2S3   ~ [('f0', '<i4'), ('f1', '>f8', (2, 3)), ('f2', '|S3', (2,))]
          '<f8'               ~ '<f8'
          ('S', 5)            ~ '|S5'
          ('<i4', (2, 3))     ~ ('<i4', (2, 3))
          (2,)i4              ~ ('<i4', (2,))
          []                  ~ []
          [('', '|V3')]       ~ [('', '|V3')]
          [('a', 'i4'), ('', '<V3'), ('b', 'i2')] ~ [('a', '<i4'), ('', '|V3'), ('b', '<i2')]
          [('a', '<i4', 1), ('b', ('f8', (5,)), (2,))] ~ [('a', '<i4', (1,)), ('b', ('<f8', (5,)), (2,))]
          [(("it's", 'a'), [('x', '?')])] ~ [(("it's", 'a'), [('x', '|b1')])]
          {'xi': 0}           ~ [('x', '<i4')]
          ([('a', 'i2')], 3)  ~ ([('a', '<i2')], (3,))
          |O                  ~ '|O'
          """)
  void textToDescr(String text, String descr) {
    assertThat(DType.parse(text).descr()).isEqualTo(descr);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          <i3          ; data type '<i3' not understood: NumPy has no such type
          ``           ; data type '' not understood: it is empty
          <            ; data type '<' not understood: nothing follows the byte order
          !i4          ; data type '!i4' not understood: NumPy has no such type
          <int64       ; data type '<int64' not understood: NumPy has no such type
          S2147483648  ; data type 'S2147483648' not understood: a size must be from 0 to 2^31-1
          U536870912   ; the length of text must be from 0 to 536870911 code points, found 536870912
          M8[]         ; data type 'M8[]' not understood: a time unit must be in brackets at the end, as in [ns]
          M8[x]        ; data type 'M8[x]' not understood: NumPy has no such time unit
          M8[-1s]      ; data type 'M8[-1s]' not understood: the multiple of a time unit must be from 0 to 2^31-1
          M8[s/7]      ; data type 'M8[s/7]' not understood: the divisor leaves no whole number of a finer unit
          M8[s/0]      ; data type 'M8[s/0]' not understood: '/' must be followed by a divisor of at least 1
          <2>i4        ; data type '<2>i4' not understood: it gives two byte orders
          i4,,f8       ; data type 'i4,,f8' not understood: expected a value, found ','
          i4,f8<x      ; data type 'i4,f8<x' not understood: format 2 is not recognized
          8[m1,2ms]    ; data type '[m1,2ms]' not understood: NumPy has no such type
          T            ; data type 'T' (numpy.dtypes.StringDType) keeps its strings outside of the array: it has no elements that could be read
          ['a']        ; dtype ['a'] not understood at character 1: a field must have a name, a dtype and perhaps a shape, found 1 parts
          [('a', 5)]   ; dtype [('a', 5)] not understood at character 7: a dtype must be a string, a list of fields or a tuple of dtype and shape
          [('a', 'i4'), ('a', 'i4')] ; dtype [('a', 'i4'), ('a', 'i4')] not understood at character 0: field 'a': name already used as a name or title
          [('a', 'i4', -1)] ; dtype [('a', 'i4', -1)] not understood at character 13: a length must be from 0 to 2^31-1
          [('a', 'i4', True)] ; dtype [('a', 'i4', True)] not understood at character 13: a subarray's shape must be an integer or a tuple of integers
          [('a', 'S0', (2,))] ; dtype [('a', 'S0', (2,))] not understood at character 13: the size of |S0 must be an integer
          [(1, 'i4')]  ; dtype [(1, 'i4')] not understood at character 2: a field's name must be a string or a tuple of title and name
          ('<i4',)     ; dtype ('<i4',) not understood at character 0: a tuple must hold a dtype and a shape, found 1 items
          ('<i4', '<f8') ; dtype ('<i4', '<f8') not understood at character 8: the sizes of <i4 and <f8 differ: 4 and 8
          ('<i4', (65536, 65536)) ; dtype ('<i4', (65536, 65536)) not understood at character 8: a subarray of shape [65536, 65536] of <i4 exceeds 2^31-1 elements or bytes
          [('a', 'V2147483647'), ('b', 'i1')] ; dtype [('a', 'V2147483647'), ('b', 'i1')] not understood at character 23: the structure exceeds 2^31-1 bytes
          [('a', '<i4' ; dtype [('a', '<i4' not understood at character 12: expected ',' or ')', found the end
          """)
  void whatIsWrong(String text, String message) {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> DType.parse(text))
        .withMessage(message);
  }

  @Test
  void longTextsAreCut() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> DType.parse("[" + " ".repeat(10_000)))
        .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(250));
  }

  @Test
  void subarrayLimitsAreNumpys() {
    assertThat(new SubarrayType(DType.UINT8, List.of(65536, 65536, 0)).itemsize()).isEqualTo(0);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> new SubarrayType(new StructType(List.of(), 0), List.of(65536, 65536)))
        .withMessage("a subarray of shape [65536, 65536] of [] exceeds 2^31-1 elements or bytes");
    int most = Integer.MAX_VALUE;
    assertThat(new SubarrayType(DType.UINT8, List.of(0, most, most)).itemsize()).isEqualTo(0);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> new SubarrayType(DType.FLOAT64, List.of(0, most, most)))
        .withMessage("a subarray of shape [0, 2147483647, 2147483647] of <f8 exceeds 2^63-1 bytes");
  }

  @Test
  void whatNoHeaderExpresses() {
    StructType overlapping =
        new StructType(
            List.of(new Field("a", null, DType.INT32, 0), new Field("b", null, DType.INT16, 2)), 4);
    assertThat(overlapping).hasToString("{'a': '<i4' at 0, 'b': '<i2' at 2} of 4 bytes");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(overlapping::descr)
        .withMessage(
            "a header cannot express overlapping or unordered fields: 'b' begins at byte 2, the"
                + " field before it ends at 4");
    StructType outer = DType.struct(Field.of("s", new SubarrayType(overlapping, List.of(2))));
    assertThat(outer)
        .hasToString(
            "{'s': ({'a': '<i4' at 0, 'b': '<i2' at 2} of 4 bytes, (2,)) at 0} of 8 bytes");
  }

  @Test
  void shortFormsOfSimpleTypes() {
    assertThat(DType.FLOAT64).hasToString("<f8");
    assertThat(DType.parse("M8[25s]").withByteOrder(ByteOrder.BIG_ENDIAN)).hasToString(">M8[25s]");
    assertThat(DType.struct(Field.of("x", DType.INT8))).hasToString("[('x', '|i1')]");
  }
}
