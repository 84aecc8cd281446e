package io.ndmap.npy;

/// The versions of the `.npy` format (NEP 1): they differ in the width of the header's length field
/// and in the encoding of the header's text.
public enum NpyVersion {
  /// Length in two bytes, text in Latin-1.
  V1_0(1, 2),
  /// Length in four bytes, text in Latin-1.
  V2_0(2, 4),
  /// Length in four bytes, text in UTF-8.
  V3_0(3, 4);

  private final int major;
  private final int lengthBytes;

  NpyVersion(int major, int lengthBytes) {
    this.major = major;
    this.lengthBytes = lengthBytes;
  }

  /// The first number of the version; the second is always 0.
  ///
  /// @return 1 to 3
  public int major() {
    return major;
  }

  /// The second number of the version.
  ///
  /// @return 0
  public int minor() {
    return 0;
  }

  /// The width of the header's length field.
  ///
  /// @return the width in bytes, 2 or 4
  public int lengthBytes() {
    return lengthBytes;
  }
}
