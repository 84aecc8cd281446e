package io.ndmap.npz;

import io.ndmap.mmap.OpenOptions;

/// Options for opening an archive, beyond its mode.
///
/// @param members the options for opening each member: the limits of headers, an arena for the
///   memory of all members, advice and promise for mapped members
/// @param maxMembers the maximum number of members of an archive; its central directory may have up
///   to 64 MiB, or 671 bytes times this maximum if that is more
/// @param maxInflatedBytes the maximum bytes of memory for all inflated members of an open archive
public record NpzOptions(OpenOptions members, int maxMembers, long maxInflatedBytes) {

  /// The default maximum number of members.
  public static final int DEFAULT_MAX_MEMBERS = 100_000;

  /// The default maximum memory for inflated members: 16 GiB.
  public static final long DEFAULT_MAX_INFLATED_BYTES = 1L << 34;

  /// The default limits, and [OpenOptions#DEFAULT] for members.
  public static final NpzOptions DEFAULT =
      new NpzOptions(OpenOptions.DEFAULT, DEFAULT_MAX_MEMBERS, DEFAULT_MAX_INFLATED_BYTES);

  /// Returns these options with other options for members.
  ///
  /// @param options the options for opening each member
  /// @return the options
  public NpzOptions withMembers(OpenOptions options) {
    return new NpzOptions(options, maxMembers, maxInflatedBytes);
  }

  /// Returns these options with another limit on the number of members.
  ///
  /// @param most the maximum number of members
  /// @return the options
  public NpzOptions withMaxMembers(int most) {
    return new NpzOptions(members, most, maxInflatedBytes);
  }

  /// Returns these options with another limit on the memory for inflated members.
  ///
  /// @param most the maximum number of bytes
  /// @return the options
  public NpzOptions withMaxInflatedBytes(long most) {
    return new NpzOptions(members, maxMembers, most);
  }
}
