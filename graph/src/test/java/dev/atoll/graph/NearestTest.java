package dev.atoll.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> KNOWN = List.of("cora", "citeseer", "ogbn-arxiv");

  @Test
  void countsSlips() {
    assertEquals(0, Nearest.slips("cora", "CORA"));
    assertEquals(1, Nearest.slips("croa", "cora"));
    assertEquals(1, Nearest.slips("cor", "cora"));
    assertEquals(2, Nearest.slips("coora1", "cora"));
    assertEquals(4, Nearest.slips("", "cora"));
    assertEquals(3, Nearest.slips("kitten", "sitting"));
  }

  @Test
  void namesTheNearest() {
    assertEquals(Optional.of("cora"), Nearest.to("Croa", KNOWN));
    assertEquals(Optional.of("ogbn-arxiv"), Nearest.to("arxiv", KNOWN));
    assertEquals(Optional.empty(), Nearest.to("reddit", KNOWN));
    assertEquals(Optional.empty(), Nearest.to("x", List.of()));
  }

  @Test
  void tellsAllThatAreKnown() {
    assertEquals(
        "unknown dataset 'croa'; did you mean 'cora'? Known: citeseer, cora, ogbn-arxiv",
        Nearest.unknown("dataset", "croa", KNOWN));
    assertEquals(
        "unknown model 'zzz'. Known: gcn, sage",
        Nearest.unknown("model", "zzz", List.of("sage", "gcn")));
  }
}
