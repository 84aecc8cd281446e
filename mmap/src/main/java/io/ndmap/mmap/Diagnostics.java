package io.ndmap.mmap;

import io.ndmap.engine.Loops;
import io.ndmap.memory.Alias;
import io.ndmap.memory.Scratch;
import io.ndmap.pages.HugePageArena;
import io.ndmap.posix.HugePages;
import io.ndmap.posix.Posix;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/// Reports which fast paths are enabled in this process, and why others are not.
///
/// @param jvm the JVM's name and version
/// @param system the operating system's name, version and architecture
/// @param isNative whether ndmap calls the C library for its fast paths, which needs Linux and the
///   JVM flag of [#flag()]; locks of files also work without the flag, unless the JVM denies them
/// @param isDirect whether bulk operations can access mapped files and new arrays in place, instead
///   of copying blocks of them, which is slower; loops of the Vector API access mapped files in
///   place only with [OpenOptions#promisingSize]
/// @param hugePages the system's setting of huge pages, such as `always [madvise] never`; empty if
///   it has none
/// @param budget the maximum bytes of new arrays in huge pages; also the maximum size of an array
///   that is read into memory because its file system does not support mapping
/// @param copiedFiles the number of arrays that were read into memory so far because their file
///   system does not support mapping
/// @param loops a text that says whether loops over many elements use the Vector API, and why or
///   why not
/// @param vectorLoops the loops that have used the Vector API so far, such as `PLUS of FLOAT64`, or
///   `TIMES a a, PLUS r1 B of FLOAT64`. The second form is a loop that fuses several operations:
///   `a` to `d` are arrays, `A` to `D` are scalars, and `r1` is the result of the first operation
/// @param use the memory of files and arrays
public record Diagnostics(
    String jvm,
    String system,
    boolean isNative,
    boolean isDirect,
    String hugePages,
    long budget,
    long copiedFiles,
    String loops,
    List<String> vectorLoops,
    MemoryUse use) {

  /// The name of the MXBean that [#register] registers.
  public static final String MXBEAN = "io.ndmap:type=Diagnostics";

  private static final double GIBI = 1L << 30;

  /// Collects the diagnostics.
  ///
  /// @return the current state
  public static Diagnostics now() {
    return new Diagnostics(
        property("java.vm.name") + " " + property("java.runtime.version"),
        property("os.name") + " " + property("os.version") + " " + property("os.arch"),
        Posix.isEnabled(),
        Alias.of(Arena.ofAuto().allocate(1)) != null,
        HugePages.setting(),
        HugePageArena.budget(),
        ReadInstead.count(),
        Loops.description(),
        Loops.byVectors(),
        memoryUse());
  }

  /// Collects only the memory of files and arrays, for metrics; takes a few microseconds.
  ///
  /// @return the current state
  public static MemoryUse memoryUse() {
    return new MemoryUse(
        MappingCount.OF_PROCESS.now(),
        MappingCount.OF_PROCESS.bytes(),
        HeldLease.count(),
        HeldLease.all(),
        Scratch.inUse(),
        HugePageArena.used());
  }

  /// Registers a [DiagnosticsMXBean] under the name [#MXBEAN] with the platform's MBean server.
  /// Calling it again does nothing.
  ///
  /// @throws IllegalStateException if the MBean server refuses the bean
  public static void register() {
    Bean.register(MXBEAN);
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }

  /// Returns the JVM flag that enables native access for ndmap, as a module or on the class path.
  ///
  /// @return the flag, such as `--enable-native-access=io.ndmap.mmap`
  public static String flag() {
    return Posix.flag();
  }

  /// Formats the diagnostics as seven lines of text. A line about an unused feature states the
  /// reason.
  ///
  /// @return the lines, without a line break at the end
  public String text() {
    return String.join(
        "\n",
        "JVM: " + jvm,
        "system: " + system,
        "native access: " + (isNative ? "used" : "not used; it needs Linux and " + flag()),
        "bulk operations: "
            + (isDirect
                ? "in place; blocks are copied of Java arrays and of arenas of your own"
                : "copy blocks of all memory" + becauseNotNative()),
        "loops: "
            + loops
            + (vectorLoops.isEmpty() ? "" : "; by now " + String.join(", ", vectorLoops)),
        "huge pages: " + hugePagesText(),
        "files: mapped"
            + (copiedFiles == 0
                ? ""
                : ", but for "
                    + copiedFiles
                    + " that were read into memory, as their file system maps none"));
  }

  private String hugePagesText() {
    if (!isNative) {
      return "not used" + becauseNotNative();
    }
    if (hugePages.isEmpty()) {
      return "not used: the system has no setting for them";
    }
    if (hugePages.contains("[never]")) {
      return "not used: the system's setting is " + hugePages;
    }
    return String.format(
        Locale.ROOT,
        "used for new arrays from %d MiB on, at most %.1f GiB in all; the system's setting is %s",
        HugePageArena.LEAST >> 20,
        budget / GIBI,
        hugePages);
  }

  private String becauseNotNative() {
    return isNative ? "" : ": native access is not used";
  }

  /// Collects the diagnostics whenever an attribute is read.
  private static final class Bean implements DiagnosticsMXBean {

    /// Registers a bean unless one is registered.
    static void register(String name) {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      try {
        synchronized (Bean.class) {
          ObjectName object = new ObjectName(name);
          if (!server.isRegistered(object)) {
            var _ =
                server.registerMBean(
                    new StandardMBean(new Bean(), DiagnosticsMXBean.class, true), object);
          }
        }
      } catch (JMException e) {
        throw new IllegalStateException("the MBean server refuses " + name, e);
      }
    }

    @Override
    public String getText() {
      return now().text();
    }

    @Override
    public boolean isNativeAccess() {
      return now().isNative();
    }

    @Override
    public String getLoops() {
      return now().loops();
    }

    @Override
    public List<String> getVectorLoops() {
      return now().vectorLoops();
    }

    @Override
    public String getHugePages() {
      return now().hugePages();
    }

    @Override
    public long getHugePageBytes() {
      return memoryUse().hugePageBytes();
    }

    @Override
    public long getHugePageBudget() {
      return now().budget();
    }

    @Override
    public long getMappings() {
      return memoryUse().mappings();
    }

    @Override
    public long getMappedBytes() {
      return memoryUse().mappedBytes();
    }

    @Override
    public long getCopiedFiles() {
      return now().copiedFiles();
    }

    @Override
    public long getLeases() {
      return memoryUse().leases();
    }

    @Override
    public List<String> getLeaseHolders() {
      return memoryUse().holders();
    }

    @Override
    public long getStagingBuffers() {
      return memoryUse().stagingBuffers();
    }
  }
}
