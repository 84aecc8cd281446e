package io.ndmap.literal;

import java.util.Arrays;

/// Character properties of Python 3.11, which follows Unicode 14; Java 25 follows Unicode 16.
final class UnicodeFourteen {

  // The code points that Java 25 knows and Python 3.11 does not: first and last of each range.
  // They were found by comparing isPrintable without this table with str.isprintable over all of
  // 0 to 0x10FFFF, which a test repeats, and names with unicodedata.lookup.
  private static final int[] ASSIGNED_LATER = {
    0x0897, 0x0897, 0x0CF3, 0x0CF3, 0x0ECE, 0x0ECE, 0x1B4E, 0x1B4F, 0x1B7F, 0x1B7F, 0x1C89, 0x1C8A,
    0x2427, 0x2429, 0x2FFC, 0x2FFF, 0x31E4, 0x31E5, 0x31EF, 0x31EF, 0xA7CB, 0xA7CD, 0xA7DA, 0xA7DC,
    0x105C0, 0x105F3, 0x10D40, 0x10D65, 0x10D69, 0x10D85, 0x10D8E, 0x10D8F, 0x10EC2, 0x10EC4,
    0x10EFC, 0x10EFF, 0x1123F, 0x11241, 0x11380, 0x11389, 0x1138B, 0x1138B, 0x1138E, 0x1138E,
    0x11390, 0x113B5, 0x113B7, 0x113C0, 0x113C2, 0x113C2, 0x113C5, 0x113C5, 0x113C7, 0x113CA,
    0x113CC, 0x113D5, 0x113D7, 0x113D8, 0x113E1, 0x113E2, 0x116D0, 0x116E3, 0x11B00, 0x11B09,
    0x11BC0, 0x11BE1, 0x11BF0, 0x11BF9, 0x11F00, 0x11F10, 0x11F12, 0x11F3A, 0x11F3E, 0x11F5A,
    0x1342F, 0x1342F, 0x13439, 0x13455, 0x13460, 0x143FA, 0x16100, 0x16139, 0x16D40, 0x16D79,
    0x18CFF, 0x18CFF, 0x1B132, 0x1B132, 0x1B155, 0x1B155, 0x1CC00, 0x1CCF9, 0x1CD00, 0x1CEB3,
    0x1D2C0, 0x1D2D3, 0x1DF25, 0x1DF2A, 0x1E030, 0x1E06D, 0x1E08F, 0x1E08F, 0x1E4D0, 0x1E4F9,
    0x1E5D0, 0x1E5FA, 0x1E5FF, 0x1E5FF, 0x1F6DC, 0x1F6DC, 0x1F774, 0x1F776, 0x1F77B, 0x1F77F,
    0x1F7D9, 0x1F7D9, 0x1F8B2, 0x1F8BB, 0x1F8C0, 0x1F8C1, 0x1FA75, 0x1FA77, 0x1FA87, 0x1FA89,
    0x1FA8F, 0x1FA8F, 0x1FAAD, 0x1FAAF, 0x1FABB, 0x1FABF, 0x1FAC6, 0x1FAC6, 0x1FACE, 0x1FACF,
    0x1FADA, 0x1FADC, 0x1FADF, 0x1FADF, 0x1FAE8, 0x1FAE9, 0x1FAF7, 0x1FAF8, 0x1FBCB, 0x1FBEF,
    0x2B739, 0x2B739, 0x2EBF0, 0x2EE5D, 0x31350, 0x323AF,
  };

  private UnicodeFourteen() {}

  /// Returns `str.isprintable` of Python for one character.
  static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> codePoint == ' ';
      default -> !isAssignedLater(codePoint);
    };
  }

  /// The printable character with an upper-case name; -1 if there is none, or if Java or Python
  /// does not know the name.
  static int codePointOf(String name) {
    int codePoint;
    try {
      codePoint = Character.codePointOf(name);
    } catch (IllegalArgumentException e) {
      return -1;
    }
    // Java also accepts surrounding blanks and, for characters without a name, the name of the
    // block followed by the code point. Python does not know names with an abbreviation in
    // parentheses, which some control characters have in Java.
    Character.UnicodeBlock block = Character.UnicodeBlock.of(codePoint);
    String numbered = block + " " + Integer.toHexString(codePoint);
    boolean named =
        name.equals(Character.getName(codePoint))
            && !name.equalsIgnoreCase(numbered.replace('_', ' '));
    boolean isAbbreviated = name.endsWith(")");
    return named && !isAbbreviated && !isAssignedLater(codePoint) ? codePoint : -1;
  }

  private static boolean isAssignedLater(int codePoint) {
    if (codePoint < ASSIGNED_LATER[0]) {
      return false;
    }
    int index = Arrays.binarySearch(ASSIGNED_LATER, codePoint);
    // Between the first and the last code point of a range, the insertion point is the index of the
    // last one, which is odd.
    return index >= 0 || ((-index - 1) & 1) == 1;
  }
}
