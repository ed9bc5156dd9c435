package dev.atoll.formats.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.testkit.Randomly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextFileTest {
  @TempDir Path folder;

  @Test
  void agreesWithASlowReader() {
    Randomly.tries(
        60,
        random -> {
          char delimiter = "\t,;| ".charAt(random.nextInt(5));
          List<List<String>> rows = rows(random);
          Path file = write(random, rows, delimiter);
          TextFile text = new TextFile(file, random.nextInt(1, 200));
          Map<Long, List<String>> found = new ConcurrentSkipListMap<>();
          text.forEachBlock(
              random.nextInt(1, 4),
              new Dialect(delimiter, 0, List.of()),
              fields -> {
                while (fields.nextLine()) {
                  List<String> row = new ArrayList<>();
                  while (fields.hasNext()) {
                    row.add(fields.nextText());
                  }
                  found.put(fields.line(), row);
                }
              });
          assertEquals(rows, List.copyOf(found.values()));
        });
  }

  private static List<List<String>> rows(RandomGenerator random) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      List<String> row = new ArrayList<>();
      for (int j = random.nextInt(1, 5); j > 0; j--) {
        row.add("x" + "é".repeat(random.nextInt(3)) + random.nextInt(100_000));
      }
      rows.add(row);
    }
    return rows;
  }

  private Path write(RandomGenerator random, List<List<String>> rows, char delimiter)
      throws IOException {
    var text = new StringBuilder(random.nextBoolean() ? "# a comment\n\n" : "");
    String lineEnd = random.nextBoolean() ? "\n" : "\r\n";
    for (List<String> row : rows) {
      text.append(String.join(Character.toString(delimiter), row)).append(lineEnd);
      text.append(random.nextInt(5) == 0 ? lineEnd : "");
    }
    if (random.nextBoolean() && !rows.isEmpty()) {
      text.setLength(text.toString().stripTrailing().length());
    }
    Path file = folder.resolve("a.csv" + (random.nextBoolean() ? ".gz" : ""));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    try (var out =
        file.toString().endsWith(".gz")
            ? new GZIPOutputStream(Files.newOutputStream(file))
            : Files.newOutputStream(file)) {
      out.write(bytes);
    }
    return file;
  }

  @Test
  void numbersAreReadExactly() {
    Randomly.tries(
        50,
        random -> {
          List<String> lines = new ArrayList<>();
          for (int i = 0; i < 50; i++) {
            double value =
                switch (random.nextInt(4)) {
                  case 0 -> random.nextInt(-1000, 1000);
                  case 1 -> random.nextGaussian();
                  case 2 -> Double.longBitsToDouble(random.nextLong());
                  default -> Math.rint(random.nextDouble() * 1e9) / 1e6;
                };
            lines.add(Double.toString(Double.isFinite(value) ? value : 0.1));
          }
          lines.addAll(List.of("-0.0", "1.", ".5", "+3", "1e5", "123456789012345678901234567890"));
          Path file = Files.write(folder.resolve("n.csv"), lines);
          List<Double> found = new ArrayList<>();
          new TextFile(file)
              .forEachBlock(
                  1,
                  Dialect.commas(1),
                  fields -> {
                    while (fields.nextLine()) {
                      found.add(fields.nextDouble());
                    }
                  });
          assertEquals(lines.stream().map(Double::valueOf).toList(), found);
        });
  }

  @Test
  void specialNumbers() throws Exception {
    Fields fields = fields("nan, ,NA,inf,-Infinity,\"1.5\",2\n");
    assertTrue(fields.nextLine());
    for (double expected :
        new double[] {
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          1.5,
          2
        }) {
      assertEquals(expected, fields.nextDouble());
    }
    assertFalse(fields.hasNext());
  }

  @Test
  void wholeNumbers() throws Exception {
    Fields fields = fields("0, -7 ,\"42\",999999999999999999\r\n");
    assertTrue(fields.nextLine());
    assertEquals(0, fields.nextLong());
    assertEquals(-7, fields.nextLong());
    assertEquals(42, fields.nextLong());
    assertEquals(999999999999999999L, fields.nextLong());
    assertFalse(fields.hasNext());
    assertFalse(fields.nextLine());
  }

  @ParameterizedTest
  @CsvSource({
    "'1,x', \"expected a whole number of up to 18 digits, found 'x'\"",
    "'1,2.5', \"expected a whole number of up to 18 digits, found '2.5'\"",
    "'1,', \"expected a whole number of up to 18 digits, found ''\"",
    "'1,1234567890123456789', \"expected a whole number of up to 18 digits\"",
    "'1', \"expected another field, found the end of the line\""
  })
  void badNumbersAreNamed(String line, String message) throws Exception {
    Fields fields = fields("0,0\n" + line + "\n");
    fields.nextLine();
    fields.nextLine();
    fields.nextLong();
    var e = assertThrows(BadDataException.class, fields::nextLong);
    assertTrue(e.getMessage().contains("line 2: " + message.replace("\"", "")), e.getMessage());
  }

  @Test
  void quotedFields() throws Exception {
    Fields fields = fields("\"a,b\",\"say \"\"hi\"\"\",c\n");
    fields.nextLine();
    assertEquals("a,b", fields.nextText());
    assertEquals("say \"hi\"", fields.nextText());
    assertEquals("c", fields.nextText());
    Fields open = fields("\"a,b\nc\",d\n");
    open.nextLine();
    assertThrows(BadDataException.class, open::nextText);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void theFirstBadLineIsNamed(int threads) throws Exception {
    var text = new StringBuilder();
    for (int i = 1; i <= 5000; i++) {
      text.append(i % 1234 == 0 ? "bad" : Integer.toString(i)).append('\n');
    }
    Path file = Files.writeString(folder.resolve("b.csv"), text);
    var e =
        assertThrows(
            BadDataException.class,
            () ->
                new TextFile(file, 64)
                    .forEachBlock(
                        threads,
                        Dialect.commas(1),
                        fields -> {
                          while (fields.nextLine()) {
                            fields.nextLong();
                          }
                        }));
    assertTrue(e.getMessage().contains("b.csv: line 1234: "), e.getMessage());
  }

  @Test
  void linesAreCounted() throws Exception {
    for (String text : List.of("", "a", "a\n", "a\nb", "\n\n", "a\n\nb\n")) {
      Path file = Files.writeString(folder.resolve("c"), text);
      for (int block : new int[] {1, 2, 100}) {
        assertEquals(text.lines().count(), new TextFile(file, block).countLines(), text);
      }
    }
    Randomly.tries(
        100,
        random -> {
          byte[] data = new byte[random.nextInt(100)];
          for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (random.nextInt(3) == 0 ? '\n' : random.nextInt(-128, 128));
          }
          int length = random.nextInt(data.length + 1);
          long expected = 0;
          for (int i = 0; i < length; i++) {
            expected += data[i] == '\n' ? 1 : 0;
          }
          assertEquals(expected, Newlines.count(data, length));
        });
  }

  @Test
  void corruptGzipIsNamed() throws Exception {
    Path file = folder.resolve("z.csv.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("1,2\n".repeat(10_000).getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 12));
    var e = assertThrows(BadDataException.class, () -> new TextFile(file).countLines());
    assertTrue(e.getMessage().contains("z.csv.gz: corrupt gzip data"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "src,dst\\n1,2 ! , ! 1 ! [src, dst]",
        "1,2\\n3,4 ! , ! 0 ! [1, 2]",
        "# SNAP\\n1\\t2\\n3\\t4 ! \\t ! 0 ! [1, 2]",
        "# c\\nid;label;f1\\na;x;0.5 ! ; ! 2 ! [id, label, f1]",
        "1 2\\n10  20 ! ' ' ! 0 ! [1, 2]",
        "a,b\\nc,d ! , ! 0 ! [1, 2]",
        "source|target\\nc|d ! | ! 1 ! [source, target]",
        "17\\n18 ! , ! 0 ! [1]",
        "a;b;0,5\\nb;c;1,25 ! ; ! 0 ! [1, 2, 3]",
        "a;0,5\\nb;1,25 ! ; ! 0 ! [1, 2]",
        "a|b|0,5\\nb|c|1.000,25 ! | ! 0 ! [1, 2, 3]",
        "1 2 0,5\\n2 3 0,25 ! ' ' ! 0 ! [1, 2, 3]",
        "a;b;0,5\\nb;c;1,25\\nodd ! ; ! 0 ! [1, 2, 3]",
        "von;nach;stärke\\na;b;0,5\\nb;c;1,25 ! ; ! 1 ! [von, nach, stärke]",
        "a,x;y\\nb,z;x ! , ! 0 ! [1, 2]",
        "1, 2\\n2, 3 ! , ! 0 ! [1, 2]"
      })
  void dialectsAreDetected(String text, String delimiter, int headerLine, String columns)
      throws Exception {
    Path file = Files.writeString(folder.resolve("d"), text.translateEscapes());
    Dialect found = Dialect.detect(new TextFile(file), HeaderRule.AUTO);
    assertEquals(delimiter.translateEscapes().charAt(0), found.delimiter());
    assertEquals(headerLine, found.headerLine());
    assertEquals(columns, found.columns().toString());
  }

  private Fields fields(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("f"), text);
    List<Fields> only = new ArrayList<>();
    new TextFile(file).forEachBlock(1, Dialect.commas(1), only::add);
    return only.getFirst();
  }
}
