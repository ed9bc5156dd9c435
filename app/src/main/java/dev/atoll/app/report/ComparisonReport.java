package dev.atoll.app.report;

import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.run.Whole;
import java.io.IOException;
import java.nio.file.Path;

/** The report of a comparison. */
public final class ComparisonReport {
  private ComparisonReport() {}

  public static void write(ComparisonResult result, Path file) throws IOException {
    Whole.write(file, "<html></html>");
  }
}
