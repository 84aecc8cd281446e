/// Meters of ndmap for Micrometer.
@SuppressWarnings({
  "requires-automatic",
  "requires-transitive-automatic"
}) // its jar is an automatic module
module io.ndmap.micrometer {
  requires static transitive org.jspecify;
  requires io.ndmap.mmap;
  requires transitive micrometer.core;

  exports io.ndmap.micrometer;
}
