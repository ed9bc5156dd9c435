package dev.atoll.recipe.settings;

/** Reports settings that are not allowed; the message names key, value and what is allowed. */
public final class SettingsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public SettingsException(String message) {
    super(message);
  }
}
