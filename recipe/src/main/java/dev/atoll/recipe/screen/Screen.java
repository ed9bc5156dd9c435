package dev.atoll.recipe.screen;

import java.io.PrintStream;

/**
 * Where a command talks: results go to standard output, progress and remarks to standard error.
 *
 * @param terminal whether a person watches standard error, so that lines may be redrawn
 * @param columns how wide that terminal is
 * @param quiet whether only errors are said
 */
public record Screen(
    PrintStream out, PrintStream err, boolean terminal, int columns, boolean quiet) {
  private static final int DEFAULT_COLUMNS = 80;

  /** A screen that nobody redraws: files, pipes, tests. */
  public static Screen plain(PrintStream out, PrintStream err) {
    return new Screen(out, err, false, DEFAULT_COLUMNS, false);
  }

  /**
   * The screen that the launcher saw: it alone can ask the shell whether standard error is a
   * terminal, and says so in {@code atoll.columns}.
   */
  public static Screen ofLauncher(PrintStream out, PrintStream err) {
    int columns = Integer.getInteger("atoll.columns", 0);
    return new Screen(out, err, columns > 0, columns > 0 ? columns : DEFAULT_COLUMNS, false);
  }

  public Screen silenced(boolean silence) {
    return new Screen(out, err, terminal, columns, quiet || silence);
  }

  /** A screen whose results go to standard error, because standard output carries JSON. */
  public Screen withResultsAside() {
    return new Screen(err, err, terminal, columns, quiet);
  }

  /** Says a line of the result. */
  public void line(String text) {
    if (!quiet) {
      out.println(text);
    }
  }

  /** Says something about how the result comes to be. */
  public void remark(String text) {
    if (!quiet) {
      err.println(text);
    }
  }

  /**
   * Shows how far a long piece of work is.
   *
   * @param what a word or two, such as {@code "training"}
   * @param unit what is counted, such as {@code "epochs"}
   * @param total how many there will be, 0 when that is not known
   */
  public Progress progress(String what, String unit, long total) {
    return quiet
        ? Progress.SILENT
        : terminal
            ? new ProgressBar(err, columns, what, unit, total)
            : new ProgressLines(err, what, unit, total);
  }
}
