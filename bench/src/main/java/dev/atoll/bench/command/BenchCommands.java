package dev.atoll.bench.command;

import dev.atoll.app.command.CommandProvider;
import java.util.Map;

/** The command {@code bench}. */
public final class BenchCommands implements CommandProvider {
  @Override
  public Map<String, Class<?>> commands() {
    return Map.of("bench", BenchCommand.class);
  }
}
