package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.command.option.OptionWords;
import dev.atoll.graph.wording.Choice;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptionWordsTest {
  private static final Pattern OPTION = Pattern.compile("--[a-z-]+");
  private static final String[] COMMANDS = {"train", "import"};
  private static final Set<String> OPTIONS = options();

  private static Set<String> options() {
    return Stream.of(COMMANDS)
        .flatMap(command -> OPTION.matcher(Outcome.of(command, "--help").out()).results())
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource
  void messagesNameAnOptionThatExists(Choice choice) {
    String text = choice.text("value1", "value2");
    assertEquals(new OptionWords().of(choice).formatted("value1", "value2"), text);
    var named = OPTION.matcher(text).results().map(MatchResult::group).toList();
    assertTrue(!named.isEmpty() || text.equals("'atoll import'"), text);
    assertTrue(OPTIONS.containsAll(named), text);
  }

  @ParameterizedTest
  @EnumSource
  void valuesStandInBothWords(Choice choice) {
    String component = choice.component().formatted("value1", "value2");
    String option = choice.text("value1", "value2");
    for (String value : new String[] {"value1", "value2"}) {
      assertEquals(component.contains(value), option.contains(value), option);
    }
  }
}
