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
/// @param jvm name and version
/// @param system name, version and architecture
/// @param isNative whether functions of the C library are called: on Linux, with [#flag()]
/// @param isDirect whether bulk operations work on mapped files and new arrays in place; otherwise
///   they copy blocks of them, which is slower
/// @param hugePages the system's setting, such as `always [madvise] never`; empty if it has none
/// @param budget the maximum bytes of new arrays in huge pages; also of an array that is read into
///   memory because its file system does not support mapping
/// @param copiedFiles how many arrays were read into memory for that reason
/// @param loops how loops over many elements run, in a sentence: by the Vector API or not, and why
/// @param vectorLoops the loops that use it so far, such as `PLUS of FLOAT64`
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

  /// Measures only the memory of files and arrays, in a few microseconds: for meters.
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
  /// @throws IllegalStateException if the server refuses it
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

  /// Formats the diagnostics for people in seven lines, each with a reason where something is not
  /// used.
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

  /// Collects the diagnostics anew for each attribute that is read.
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
