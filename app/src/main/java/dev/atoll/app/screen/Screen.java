package dev.atoll.app.screen;

import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.log.RunLog;
import java.io.PrintStream;
import java.util.Map;

/**
 * The output of a command: results go to standard output, progress and remarks to standard error.
 *
 * @param terminal whether standard error is a terminal, so that lines may be redrawn
 * @param columns the width of that terminal
 * @param quiet whether only errors are written
 * @param log keeps a copy of lines, remarks and errors
 * @param format of messages on standard error
 */
public record Screen(
    PrintStream out,
    PrintStream err,
    boolean terminal,
    int columns,
    boolean quiet,
    LogFile log,
    LogFormat format)
    implements RunLog {
  private static final int DEFAULT_COLUMNS = 80;
  private static final int LEAST_COLUMNS = 20;

  public Screen(PrintStream out, PrintStream err, boolean terminal, int columns, boolean quiet) {
    this(out, err, terminal, columns, quiet, LogFile.NONE, LogFormat.TEXT);
  }

  /** A screen without redrawing, for files, pipes and tests. */
  public static Screen plain(PrintStream out, PrintStream err) {
    return new Screen(out, err, false, DEFAULT_COLUMNS, false, LogFile.NONE, LogFormat.TEXT);
  }

  /**
   * The screen that the launcher found: only the launcher can ask the shell whether standard error
   * and standard output are terminals, and passes their widths in {@code atoll.columns} and {@code
   * atoll.width}. {@code $COLUMNS} overrides both, and holds for files too.
   */
  public static Screen ofLauncher(PrintStream out, PrintStream err) {
    int wanted = columns(System.getenv().getOrDefault("COLUMNS", ""));
    int found = Integer.getInteger("atoll.columns", 0);
    int columns = wanted > 0 ? wanted : found > 0 ? found : DEFAULT_COLUMNS;
    int width = wanted > 0 ? wanted : Integer.getInteger("atoll.width", 0);
    return new Screen(sized(out, width), sized(err, wanted), found > 0, columns, false);
  }

  /** Parses a width that a table can have; 0 for any other text. */
  static int columns(String text) {
    return text.matches("[0-9]{2,4}") ? Math.max(LEAST_COLUMNS, Integer.parseInt(text)) : 0;
  }

  private static PrintStream sized(PrintStream stream, int columns) {
    return columns > 0 ? new SizedStream(stream, columns) : stream;
  }

  @Override
  public int width() {
    return out instanceof SizedStream sized ? sized.columns() : Integer.MAX_VALUE;
  }

  public Screen silenced(boolean silence) {
    return new Screen(out, err, terminal, columns, quiet || silence, log, format);
  }

  /** A screen whose results go to standard error, because standard output carries JSON. */
  public Screen withResultsAside() {
    return new Screen(err, err, terminal, columns, quiet, log, format);
  }

  /** A screen whose output is copied to a file. */
  public Screen copiedTo(LogFile file) {
    return new Screen(out, err, terminal, columns, quiet, file, format);
  }

  /** A screen with another format of remarks, errors and progress. */
  public Screen in(LogFormat other) {
    return new Screen(out, err, terminal, columns, quiet, log, other);
  }

  @Override
  public void line(String text) {
    log.add("", text);
    if (!quiet && out == err) {
      format.say(err, LogFormat.INFO, text, Map.of());
    } else if (!quiet) {
      out.println(text);
    }
  }

  @Override
  public void remark(String text) {
    log.add("", text);
    if (!quiet) {
      format.say(err, LogFormat.INFO, text, Map.of());
    }
  }

  @Override
  public void error(String text) {
    log.add("error: ", text);
    format.say(err, LogFormat.ERROR, text, Map.of());
  }

  @Override
  public Progress progress(String activity, String unit, long total) {
    return quiet
        ? Progress.SILENT
        : terminal && format == LogFormat.TEXT
            ? new ProgressBar(err, columns, activity, unit, total)
            : new ProgressLines(err, format, activity, unit, total);
  }
}
