package io.ndmap.cli.run;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a command that ends before the optimising compiler (C2) would pay off. The launcher
/// `ndmap` starts the JVM without that compiler for these commands.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ShortRunning {}
