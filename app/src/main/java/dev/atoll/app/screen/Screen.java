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
 * @param format of what goes to standard error
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

  public Screen(PrintStream out, PrintStream err, boolean terminal, int columns, boolean quiet) {
    this(out, err, terminal, columns, quiet, LogFile.NONE, LogFormat.TEXT);
  }

  /** A screen without redrawing: files, pipes, tests. */
  public static Screen plain(PrintStream out, PrintStream err) {
    return new Screen(out, err, false, DEFAULT_COLUMNS, false, LogFile.NONE, LogFormat.TEXT);
  }

  /**
   * The screen that the launcher found: it alone can ask the shell whether standard error is a
   * terminal, and passes the answer in {@code atoll.columns}.
   */
  public static Screen ofLauncher(PrintStream out, PrintStream err) {
    int columns = Integer.getInteger("atoll.columns", 0);
    return new Screen(
        out, err, columns > 0, columns > 0 ? columns : DEFAULT_COLUMNS, false, LogFile.NONE, LogFormat.TEXT);
  }

  public Screen silenced(boolean silence) {
    return new Screen(out, err, terminal, columns, quiet || silence, log, format);
  }

  /** A screen whose results go to standard error, because standard output carries JSON. */
  public Screen withResultsAside() {
    return new Screen(err, err, terminal, columns, quiet, log, format);
  }

  /** A screen of which a file keeps a copy. */
  public Screen copiedTo(LogFile file) {
    return new Screen(out, err, terminal, columns, quiet, file, format);
  }

  /** A screen with remarks, errors and progress in another form. */
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
