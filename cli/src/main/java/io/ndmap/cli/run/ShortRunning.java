package io.ndmap.cli.run;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a command that ends before the optimising compiler would pay off: the launcher `ndmap`
/// starts its JVM without that compiler.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ShortRunning {}
