plugins { application }

repositories {
  mavenLocal() // for a version of ndmap that was built here
  mavenCentral()
}

dependencies {
  implementation("io.ndmap:ndmap-mmap:0.1.0-SNAPSHOT")
  testImplementation("org.junit.jupiter:junit-jupiter:5.14.4")
  testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

java { toolchain { languageVersion = JavaLanguageVersion.of(25) } }

// The JVM needs both flags wherever ndmap runs, in tests too:
// enable-native-access lets ndmap call the C library to reserve disk space, advise the kernel and use huge pages;
// add-modules adds the incubator module of the Vector API, which makes loops over many elements faster.
// Everything works without them, but slower. The JVM prints a warning about the incubator module.
val ndmapFlags =
    listOf("--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector")

application {
  mainClass = "example.Main"
  applicationDefaultJvmArgs = ndmapFlags
}

tasks.test {
  useJUnitPlatform()
  jvmArgs(ndmapFlags)
}
