package io.ndmap.loop.function;

/// A function of numbers, of which it may take only the first.
public interface RealFunction {
  double of(double a, double b);
}
