package dev.atoll.recipe.log;

/** Receives the messages of a run. */
public interface RunLog {
  /** Drops every message: for runs started by a program that reports on its own. */
  RunLog SILENT =
      new RunLog() {
        @Override
        public void line(String text) {}

        @Override
        public void remark(String text) {}

        @Override
        public void error(String text) {}

        @Override
        public Progress progress(String activity, String unit, long total) {
          return Progress.SILENT;
        }
      };

  /** Writes a line of the result. */
  void line(String text);

  /** The most characters of a line of the result; unbounded where it goes to a file. */
  default int width() {
    return Integer.MAX_VALUE;
  }

  /** Writes a remark on how the result is obtained. */
  void remark(String text);

  /** Writes an error message, such as the output of another process, also when quiet. */
  void error(String text);

  /**
   * Begins to show the progress of a long activity.
   *
   * @param activity a word or two, such as {@code "training"}
   * @param unit the things counted, such as {@code "epochs"}
   * @param total how many there will be; 0 when that is unknown
   */
  Progress progress(String activity, String unit, long total);
}
