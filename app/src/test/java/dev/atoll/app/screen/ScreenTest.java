package dev.atoll.app.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String said() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aTerminalGetsABarThatIsRedrawn() {
    try (Progress bar = new Screen(stream, stream, true, 200, false).progress("work", "steps", 4)) {
      bar.update(1, "loss 3");
      bar.update(4, "loss 1");
    }
    assertTrue(said().startsWith("\rwork  █████░"), said());
    assertTrue(said().contains("████████████████████  4/4 steps"), said());
    assertTrue(said().contains("loss 1"), said());
    assertTrue(said().endsWith(System.lineSeparator()));
  }

  @Test
  void aNarrowTerminalIsNotOverrun() {
    try (Progress bar = new Screen(stream, stream, true, 30, false).progress("work", "steps", 4)) {
      bar.update(4, "a very long detail that does not fit at all");
    }
    for (String drawn : said().split("\r", -1)) {
      assertTrue(drawn.replace("\u001b[K", "").strip().length() < 30, drawn);
    }
  }

  /** The first epoch takes 100 s, the others 1 s each. */
  @Test
  void theTimeLeftIgnoresTheFirstUnit() {
    long[] seconds = {0};
    ProgressRate rate = new ProgressRate("epochs", 100, () -> seconds[0] * 1_000_000_000);
    seconds[0] = 100;
    rate.mark(1);
    assertEquals("", rate.rate(1));
    seconds[0] = 102;
    rate.mark(3);
    assertEquals("1.00 epochs/s, 1 min 37 s left", rate.rate(3));
    seconds[0] = 199;
    rate.mark(100);
    assertEquals("1.99 s each", rate.rate(100), "over all when it is done");
  }

  @Test
  void aFileGetsPlainLines() {
    try (Progress lines = Screen.plain(stream, stream).progress("work", "steps", 0)) {
      lines.update(1);
      lines.update(7, "fine");
    }
    assertEquals(1, said().lines().count(), said());
    assertTrue(said().startsWith("work  7 steps"), said());
    assertTrue(!said().contains("\r") && !said().contains("\u001b"), said());
  }

  @Test
  void quietSaysNothing() {
    Screen screen = Screen.plain(stream, stream).silenced(true);
    screen.line("result");
    screen.remark("remark");
    try (Progress none = screen.progress("work", "steps", 4)) {
      none.update(3);
    }
    assertEquals("", said());
  }

  @Test
  void tablesLineUp() {
    List<String> lines =
        Table.of("dataset", "nodes", "note")
            .row("cora", "2,708", "")
            .row("products", "1.5 KiB", "x")
            .lines();
    assertEquals(
        List.of("dataset     nodes  note", "cora        2,708", "products  1.5 KiB  x"), lines);
    assertEquals(List.of(), Table.untitled().lines());
  }

  @Test
  void textsAreWrappedInANarrowTerminal() {
    Table table =
        Table.of("setting", "default", "what it is")
            .row("model.layers", "2", "number of layers")
            .row("split", "split", "split of the dataset, such as split_60_20_20 or splits:3");
    assertEquals(
        List.of(
            "setting       default  what it is",
            "model.layers  2        number of layers",
            "split         split    split of the",
            "                       dataset, such as",
            "                       split_60_20_20 or",
            "                       splits:3"),
        table.lines(40));
    assertEquals(table.lines(), table.lines(1000));
  }

  @Test
  void columnsFollowBelowWhereTheyDoNotFit() {
    Table table = Table.of("recipe", "accuracy", "loss", "bytes/epoch", "memory");
    table.row("distdgl", "81.5 ± 0.4 %", "0.41 ± 0.01", "6.26 ± 0.32 MiB", "18.4 MiB");
    List<String> lines = table.lines(40);
    assertEquals(
        List.of(
            "recipe       accuracy         loss",
            "distdgl  81.5 ± 0.4 %  0.41 ± 0.01",
            "",
            "recipe       bytes/epoch    memory",
            "distdgl  6.26 ± 0.32 MiB  18.4 MiB"),
        lines);
    for (int width = 20; width < 90; width++) {
      for (String line : table.lines(width)) {
        assertTrue(line.length() <= Math.max(24, width), width + ": " + line);
      }
    }
  }

  @Test
  void tablesAreAsWideAsTheStream() {
    Screen screen = Screen.plain(new SizedStream(stream, 30), stream);
    Table.untitled().row("recipes", "single, distdgl, fastsample, bytegnn").show(screen);
    assertEquals(
        List.of("recipes  single, distdgl,", "         fastsample, bytegnn"),
        said().lines().toList());
    assertEquals(Integer.MAX_VALUE, Screen.plain(stream, stream).width(), "files are not cut");
    assertEquals(30, screen.silenced(true).copiedTo(LogFile.NONE).width());
    assertEquals(40, Screen.columns("40"));
    assertEquals(20, Screen.columns("10"), "no table is narrower");
    assertEquals(0, Screen.columns("wide"));
  }

  @Test
  void numbersHaveUnits() {
    assertEquals("10,556", Units.count(10556));
    assertEquals("512 B", Units.bytes(512));
    assertEquals("1.50 KiB", Units.bytes(1536));
    assertEquals("2.00 GiB", Units.bytes(2L << 30));
    assertEquals("12.3 ms", Units.seconds(0.0123));
    assertEquals("3.20 s", Units.seconds(3.2));
    assertEquals("1 min 15 s", Units.seconds(75));
    assertEquals("2 h 5 min", Units.seconds(7500));
    assertEquals("250 µs", Units.seconds(0.00025));
    assertEquals("81.5 %", Units.percent(0.815));
    assertEquals("1,235", Units.number(1234.6));
    assertEquals("1234.50", Units.decimals(1234.5, 2));
  }
}
