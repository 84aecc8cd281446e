package io.ndmap.python;

/// A Python complex number.
///
/// @param real its real part
/// @param imaginary its imaginary part
public record PyComplex(double real, double imaginary) {}
