package dev.atoll.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every program runs, and prints what its description promises. */
class ProgramsTest {
  private static final String[] NO_ARGUMENTS = {};
  private static final Pattern PERCENT = Pattern.compile("([0-9.]+) %");

  /** A program. */
  private interface Program {
    void main(String[] args) throws IOException;
  }

  @Test
  void trainFromJava() throws IOException {
    String printed = printed(TrainFromJava::main);
    assertTrue(percents(printed).getFirst() > 78, printed);
    assertTrue(printed.contains("paper 2000 is of field "), printed);
  }

  @Test
  void predictFromJava() throws IOException {
    String printed = printed(PredictFromJava::main);
    assertTrue(percents(printed).getFirst() > 75, printed);
    assertTrue(printed.matches("(?s).*paper 2000 is of field [0-6]\\R.*"), printed);
  }

  @Test
  void distributedFromJava() throws IOException {
    String printed = printed(DistributedFromJava::main);
    assertEquals(5, percents(printed).size(), printed);
    assertTrue(percents(printed).stream().allMatch(accuracy -> accuracy > 75), printed);
    String last = printed.lines().toList().getLast();
    double difference = Double.parseDouble(last.replaceAll(".*: ", ""));
    assertTrue(difference < 1e-3, last);
  }

  @Test
  void ownLayer() throws IOException {
    String printed = printed(OwnLayer::main);
    assertEquals(2, percents(printed).size(), printed);
    assertTrue(percents(printed).stream().allMatch(accuracy -> accuracy > 70), printed);
  }

  @Test
  void ownDataset() throws IOException {
    String printed = printed(OwnDataset::main);
    assertTrue(printed.matches("scores of node 3: -?[0-9.]+, -?[0-9.]+\\R"), printed);
  }

  private static List<Double> percents(String printed) {
    return PERCENT
        .matcher(printed)
        .results()
        .map(MatchResult::group)
        .map(ProgramsTest::number)
        .toList();
  }

  private static double number(String percent) {
    return Double.parseDouble(percent.replace(" %", ""));
  }

  private static String printed(Program program) throws IOException {
    var bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      program.main(NO_ARGUMENTS);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
