package io.ndmap.mmap;

import io.ndmap.npy.NpyVersion;
import org.jspecify.annotations.Nullable;

/// Options for creating a file.
///
/// **Access rights.** A file that replaces no other gets the rights of any new file of the process
/// (determined by the umask, or by the directory's default access control list). Otherwise it gets
/// the rights of the file that it replaces. While it is being written, only its owner can access
/// it; if a callback fills the file, a crash of the system soon afterwards may leave it so. The
/// mode of a replaced file is kept without the set-id and sticky bits; the access control list
/// (acl(5); with native access only), the group and the owner are kept if the process may set them.
/// If the group cannot be kept, group and others get only the permissions that both had before. If
/// the file had an access control list that cannot be kept, group and others get no permissions.
/// Without native access, an access control list cannot be detected: it is lost, and the group gets
/// the permissions of the list's mask, which may be more than it had. Other extended attributes are
/// lost, and other hard links to the replaced file keep the old file.
///
/// **Symbolic links** are followed when a file is replaced, as `open(2)` does: the link stays, and
/// its target is replaced or created. If nothing is to be replaced, a link counts as an existing
/// file.
///
/// **Protected files** are not replaced: files that the process may not write, and files without
/// any write permission (mode 0444, even if the process runs as root), as in the stores of
/// data-versioning tools. Creation throws [java.nio.file.AccessDeniedException], which names the
/// target of a link.
///
/// Nothing else about an existing file is checked: it can be an archive. A new file may have any
/// name, such as `x.npz`.
///
/// @param sparse whether disk space is left unreserved: creation is then immediate at any size, but
///   if the disk is full, a store into a view raises a fault in mapped memory, not an `IOException`
/// @param replacing whether an existing file is replaced; its views in this and other processes
///   keep the old data
/// @param version the format version, or null for the oldest version that can express the header,
///   which NumPy also chooses
public record CreateOptions(boolean sparse, boolean replacing, @Nullable NpyVersion version) {

  /// Disk space is reserved, no file is replaced, and the format version is the oldest that can
  /// express the header.
  public static final CreateOptions DEFAULT = new CreateOptions(false, false, null);

  /// Returns these options without reserving disk space.
  ///
  /// @return the options
  public CreateOptions withoutReserving() {
    return new CreateOptions(true, replacing, version);
  }

  /// Returns these options, replacing an existing file.
  ///
  /// @return the options
  public CreateOptions withReplacing() {
    return new CreateOptions(sparse, true, version);
  }

  /// Returns these options with a version of the format.
  ///
  /// @param requested the version
  /// @return the options
  public CreateOptions withVersion(NpyVersion requested) {
    return new CreateOptions(sparse, replacing, requested);
  }
}
