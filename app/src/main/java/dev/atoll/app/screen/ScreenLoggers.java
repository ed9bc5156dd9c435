package dev.atoll.app.screen;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/**
 * Shows the library's log messages ({@link System.Logger}) on the screen of the command that runs:
 * warnings as errors, information as remarks. Unlike {@code java.util.logging} it still works while
 * the program ends, when an interrupted run says how to resume it.
 */
public final class ScreenLoggers extends System.LoggerFinder {
  private static final String OWN = "dev.atoll";
  private static volatile Screen screen = Screen.plain(System.out, System.err);

  /** Creates the service; the JDK does so for the first logger. */
  public ScreenLoggers() {}

  /**
   * Shows further messages on another screen.
   *
   * @return the previous screen
   */
  public static Screen show(Screen other) {
    Screen before = screen;
    screen = other;
    return before;
  }

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new ScreenLogger(name);
  }

  private record ScreenLogger(String name) implements System.Logger {
    @Override
    public String getName() {
      return name;
    }

    /** Whether a message is shown; of other libraries only warnings and errors are. */
    @Override
    public boolean isLoggable(Level level) {
      Level least = name.startsWith(OWN) ? Level.INFO : Level.WARNING;
      return level != Level.OFF && level.getSeverity() >= least.getSeverity();
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      if (isLoggable(level)) {
        String cause = thrown == null ? "" : ": " + thrown;
        String text = (name.startsWith(OWN) ? "atoll: " : name + ": ") + message + cause;
        if (level.getSeverity() >= Level.WARNING.getSeverity()) {
          screen.error(text);
        } else {
          screen.remark(text);
        }
      }
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
      boolean plain = values == null || values.length == 0;
      log(
          level,
          bundle,
          plain ? format : new MessageFormat(format, Locale.ROOT).format(values),
          (Throwable) null);
    }
  }
}
