package io.ndmap.loop.function;

/// A function of two numbers, which may ignore the second.
public interface RealFunction {
  double of(double a, double b);
}
