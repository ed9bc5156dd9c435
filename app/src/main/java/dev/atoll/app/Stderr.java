package dev.atoll.app;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The user's standard error. The JVM prints a line about the incubating vector module that cannot
 * be switched off, so the launcher hands the JVM a standard error that drops this line, and the
 * real one as file descriptor 3. Whatever the JVM itself has to say still arrives through the
 * first.
 */
final class Stderr {
  private static final String REAL = "/dev/fd/3";

  private Stderr() {}

  static PrintStream open() {
    if (!Boolean.getBoolean("atoll.stderr")) {
      return System.err;
    }
    try {
      PrintStream real =
          new PrintStream(new FileOutputStream(REAL, true), true, StandardCharsets.UTF_8);
      System.setErr(real);
      return real;
    } catch (IOException _) {
      return System.err; // a socket cannot be opened by name; the filtered one serves as well
    }
  }
}
