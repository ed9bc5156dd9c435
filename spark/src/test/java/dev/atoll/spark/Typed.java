package dev.atoll.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.command.Commands;
import dev.atoll.app.screen.Screen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The outcome of a command. */
record Typed(int code, String out, String err) {
  static Typed command(String line, String... more) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    List<String> args = new ArrayList<>(List.of(line.split(" ")));
    args.addAll(List.of(more));
    int code = Commands.run(Screen.plain(stream(out), stream(err)), args.toArray(String[]::new));
    return new Typed(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  JsonNode json() throws IOException {
    assertEquals(0, code, err);
    return new ObjectMapper().readTree(out);
  }
}
