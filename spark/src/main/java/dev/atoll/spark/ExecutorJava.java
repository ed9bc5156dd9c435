package dev.atoll.spark;

import dev.atoll.recipe.settings.SettingsException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.ExceptionFailure;

/**
 * Recognises executors on an older Java than the driver's: they cannot load the first class of a
 * task, and so fail before the task begins.
 */
final class ExecutorJava {
  private static final Pattern KNOWN = Pattern.compile("class file versions? up to (\\d+)");

  /** The class file version of Java 1 is 45, so Java n has version 44 + n. */
  private static final int BEFORE_FIRST = 44;

  private ExecutorJava() {}

  static boolean isTooOld(ExceptionFailure failure) {
    return text(failure).contains(UnsupportedClassVersionError.class.getName());
  }

  static SettingsException tooOld(String host, ExceptionFailure failure) {
    Matcher known = KNOWN.matcher(text(failure));
    String found =
        known.find()
            ? "Java " + (Integer.parseInt(known.group(1)) - BEFORE_FIRST)
            : "an older Java";
    int own = Runtime.version().feature();
    return new SettingsException(
        "an executor on %s runs on %s, this program on Java %d: give all executors a JDK %d (--conf spark.executorEnv.JAVA_HOME=…, or JAVA_HOME of Spark's workers)"
            .formatted(host, found, own, own));
  }

  private static String text(ExceptionFailure failure) {
    return failure.className() + ": " + failure.description() + failure.fullStackTrace();
  }
}
