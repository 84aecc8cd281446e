package io.ndmap.kernel;

/// Products and quotients of complex numbers in separate arrays of real and imaginary parts, in
/// place in the first operand; with the roundings of NumPy on x86-64.
final class ComplexLoops {

  private ComplexLoops() {}

  static void times(float[] re, float[] im, float[] re2, float[] im2, int count) {
    for (int i = 0; i < count; i++) {
      float a = re[i];
      float b = im[i];
      re[i] = Math.fma(a, re2[i], -(b * im2[i]));
      im[i] = Math.fma(a, im2[i], b * re2[i]);
    }
  }

  static void times(double[] re, double[] im, double[] re2, double[] im2, int count) {
    for (int i = 0; i < count; i++) {
      double a = re[i];
      double b = im[i];
      re[i] = Math.fma(a, re2[i], -(b * im2[i]));
      im[i] = Math.fma(a, im2[i], b * re2[i]);
    }
  }

  // Smith's method, which avoids overflow: the smaller part of the divisor in terms of the larger.

  static void dividedBy(float[] re, float[] im, float[] re2, float[] im2, int count) {
    for (int i = 0; i < count; i++) {
      float a = re[i];
      float b = im[i];
      float c = re2[i];
      float d = im2[i];
      if (Math.abs(c) >= Math.abs(d)) {
        if (c == 0 && d == 0) {
          re[i] = a / Math.abs(c);
          im[i] = b / Math.abs(c);
        } else {
          float ratio = d / c;
          float scale = 1.0f / (c + d * ratio);
          re[i] = (a + b * ratio) * scale;
          im[i] = (b - a * ratio) * scale;
        }
      } else {
        float ratio = c / d;
        float scale = 1.0f / (d + c * ratio);
        re[i] = (a * ratio + b) * scale;
        im[i] = (b * ratio - a) * scale;
      }
    }
  }

  static void dividedBy(double[] re, double[] im, double[] re2, double[] im2, int count) {
    for (int i = 0; i < count; i++) {
      double a = re[i];
      double b = im[i];
      double c = re2[i];
      double d = im2[i];
      if (Math.abs(c) >= Math.abs(d)) {
        if (c == 0 && d == 0) {
          re[i] = a / Math.abs(c);
          im[i] = b / Math.abs(c);
        } else {
          double ratio = d / c;
          double scale = 1.0 / (c + d * ratio);
          re[i] = (a + b * ratio) * scale;
          im[i] = (b - a * ratio) * scale;
        }
      } else {
        double ratio = c / d;
        double scale = 1.0 / (d + c * ratio);
        re[i] = (a * ratio + b) * scale;
        im[i] = (b * ratio - a) * scale;
      }
    }
  }
}
