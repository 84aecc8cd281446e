package io.ndmap.file;

import io.ndmap.posix.OpenFile;
import io.ndmap.posix.Posix;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The owner, group, mode and access control list of a file. Users and groups are numeric IDs,
/// because resolving names may query a directory service.
///
/// @param owner the ID of the owner, or [#UNKNOWN] on file systems without such rights
/// @param group the ID of the group
/// @param mode the permissions of owner, group and others, without the set-id and sticky bits; if
///   the file has an access control list, the group's permissions are the list's mask
/// @param list the access control list (acl(5)), in the system's encoding; empty if the file has
///   none, or it cannot be read (as without native access)
public record AccessRights(int owner, int group, int mode, Optional<ByteBuffer> list) {

  private static final int UNKNOWN = -1;

  /// The extended attribute that contains the access control list.
  private static final String LIST = "system.posix_acl_access";

  // Bits of a mode: all permissions, those of the owner, and those of others. The group's bits are
  // the bits of others, shifted.
  private static final int PERMISSIONS = 0777;
  private static final int OF_OWNER = 0700;
  private static final int ONE = 07;
  private static final int GROUP_SHIFT = 3;

  /// Returns the rights of a file.
  public static AccessRights of(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return new AccessRights(UNKNOWN, UNKNOWN, 0, Optional.empty());
    }
    Map<String, Object> attributes = Files.readAttributes(file, "unix:uid,gid,mode", links(file));
    return new AccessRights(
        number(attributes, "uid"),
        number(attributes, "gid"),
        number(attributes, "mode") & PERMISSIONS,
        Posix.extendedAttribute(file, LIST));
  }

  /// Links are not followed, except the link in `/proc` by which a nameless file is accessed.
  private static LinkOption[] links(Path file) {
    return OpenFile.isLink(file) ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
  }

  private static int number(Map<String, Object> attributes, String name) {
    return (Integer) Objects.requireNonNull(attributes.get(name));
  }

  /// Returns the rights of a new file, by creating a temporary file: only the system knows which
  /// rights result from the umask, or from the default access control list of the directory.
  ///
  /// @param target a file in the directory; it need not exist
  public static AccessRights ofNew(Path target) throws IOException {
    try (TemporaryFile model = TemporaryFile.create(target)) {
      return of(model.path());
    }
  }

  /// Applies these rights to a file that this process has created, as far as the process may do so.
  /// The group, the list and the permissions are set first, and the owner last: so no user has more
  /// rights in between than at the end. If the group cannot be set, group and others get only the
  /// permissions that these rights grant to both. If the list cannot be set, group and others get
  /// no permissions, because only the list states the permissions of the group. Without native
  /// access, no list is detected: the group gets the permissions of the list's mask.
  ///
  /// @throws IOException if the file's present rights cannot be read, as after its removal
  public void giveTo(Path file) throws IOException {
    if (owner == UNKNOWN) {
      return;
    }
    AccessRights has = of(file);
    boolean sameGroup = has.group == group || set(file, "gid", group);
    boolean sameList =
        (sameGroup || list.isEmpty()) && (has.list.equals(list) || setList(file, list));
    if (!sameList) {
      var _ = setList(file, Optional.empty());
    }
    int permissions = !sameList ? mode & OF_OWNER : sameGroup ? mode : withoutGroup();
    if (of(file).mode != permissions) {
      var _ = set(file, "mode", permissions);
    }
    if (has.owner != owner) {
      var _ = set(file, "uid", owner);
    }
  }

  /// The permissions if the group could not be set: group and others get the permissions that these
  /// rights grant to both. Members of the file's actual group count as others in these rights, and
  /// members of the intended group count as others of the file.
  private int withoutGroup() {
    int both = mode & (mode >> GROUP_SHIFT) & ONE;
    return (mode & ~(ONE << GROUP_SHIFT | ONE)) | both << GROUP_SHIFT | both;
  }

  private static boolean setList(Path file, Optional<ByteBuffer> list) {
    return Posix.setExtendedAttribute(file, LIST, list) == 0;
  }

  /// @return whether the attribute was set; if not, the file has fewer rights, not more
  private static boolean set(Path file, String attribute, int value) {
    try {
      Files.setAttribute(file, "unix:" + attribute, value, links(file));
      return true;
    } catch (IOException e) {
      System.getLogger(Posix.LOGGER)
          .log(Level.DEBUG, "The " + attribute + " of a new file is not that of the old one", e);
      return false;
    }
  }
}
