package io.ndmap.npz;

import io.ndmap.mmap.OpenOptions;

/// Options for opening an archive, beyond its mode.
///
/// @param members how each member is opened: the limits of headers, an arena for the memory of all
///   members, advice on mapped ones
/// @param maxMembers the most members of an archive; its central directory may have 64 MiB, or 671
///   bytes for each of them if that is more
/// @param maxInflatedBytes how much memory the deflated members of an open archive may take
///   together
public record NpzOptions(OpenOptions members, int maxMembers, long maxInflatedBytes) {

  /// The most members, unless options raise it.
  public static final int DEFAULT_MAX_MEMBERS = 100_000;

  /// The most memory for deflated members, unless options raise it: 16 GiB.
  public static final long DEFAULT_MAX_INFLATED_BYTES = 1L << 34;

  /// The limits above, and members as by [OpenOptions#DEFAULT].
  public static final NpzOptions DEFAULT =
      new NpzOptions(OpenOptions.DEFAULT, DEFAULT_MAX_MEMBERS, DEFAULT_MAX_INFLATED_BYTES);

  /// The same with members opened otherwise.
  ///
  /// @param options how each member is opened
  /// @return the options
  public NpzOptions withMembers(OpenOptions options) {
    return new NpzOptions(options, maxMembers, maxInflatedBytes);
  }

  /// The same with another limit on the number of members.
  ///
  /// @param most members
  /// @return the options
  public NpzOptions withMaxMembers(int most) {
    return new NpzOptions(members, most, maxInflatedBytes);
  }

  /// The same with another limit on memory for deflated members.
  ///
  /// @param most bytes
  /// @return the options
  public NpzOptions withMaxInflatedBytes(long most) {
    return new NpzOptions(members, maxMembers, most);
  }
}
