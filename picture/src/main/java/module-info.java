/// Pictures of arrays of any size, in which each cell summarises all of its elements: heat maps,
/// line charts, histograms and images, as PNG, SVG and in a terminal.
module io.ndmap.picture {
  requires static transitive org.jspecify;
  requires transitive io.ndmap.core;
  requires java.desktop;

  exports io.ndmap.picture;
  exports io.ndmap.picture.colour;
  exports io.ndmap.picture.figure;
  exports io.ndmap.picture.terminal;
}
