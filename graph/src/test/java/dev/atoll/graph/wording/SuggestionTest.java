package dev.atoll.graph.wording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<String> KNOWN = List.of("cora", "citeseer", "ogbn-arxiv");

  @Test
  void countsSlips() {
    assertEquals(0, Suggestion.slips("cora", "CORA"));
    assertEquals(1, Suggestion.slips("croa", "cora"));
    assertEquals(1, Suggestion.slips("cor", "cora"));
    assertEquals(2, Suggestion.slips("coora1", "cora"));
    assertEquals(4, Suggestion.slips("", "cora"));
    assertEquals(3, Suggestion.slips("kitten", "sitting"));
  }

  @Test
  void namesTheSuggestion() {
    assertEquals(Optional.of("cora"), Suggestion.to("Croa", KNOWN));
    assertEquals(Optional.of("ogbn-arxiv"), Suggestion.to("arxiv", KNOWN));
    assertEquals(Optional.empty(), Suggestion.to("reddit", KNOWN));
    assertEquals(Optional.empty(), Suggestion.to("x", List.of()));
  }

  @Test
  void tellsAllThatAreKnown() {
    assertEquals(
        "unknown dataset 'croa'; did you mean 'cora'? Known: citeseer, cora, ogbn-arxiv",
        Suggestion.unknown("dataset", "croa", KNOWN));
    assertEquals(
        "unknown model 'zzz'. Known: gcn, sage",
        Suggestion.unknown("model", "zzz", List.of("sage", "gcn")));
  }
}
