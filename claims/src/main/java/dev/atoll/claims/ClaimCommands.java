package dev.atoll.claims;

import dev.atoll.app.command.CommandProvider;
import java.util.Map;

/** The command {@code reproduce}. */
public final class ClaimCommands implements CommandProvider {
  @Override
  public Map<String, Class<?>> commands() {
    return Map.of("reproduce", ReproduceCommand.class);
  }
}
