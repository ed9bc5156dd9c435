package dev.atoll.graph.partition.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.partition.Partitioning;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitionBookTest {
  @Test
  void everyNodeHasTheOwnerWhoseRangeItIsIn() {
    var random = new Random(1);
    for (int parts = 1; parts <= 40; parts++) {
      List<Long> first = new ArrayList<>(List.of(0L));
      for (int part = 0; part < parts; part++) {
        first.add(first.getLast() + random.nextInt(4)); // some are empty
      }
      PartitionBook book = PartitionBook.ofFirstNodes(first);
      for (int part = 0; part < parts; part++) {
        for (int node = book.first(part); node < book.first(part + 1); node++) {
          assertEquals(part, book.owner(node), "node %d of %s".formatted(node, first));
        }
      }
      assertThrows(IndexOutOfBoundsException.class, () -> book.owner(book.nodeCount()));
      assertThrows(IndexOutOfBoundsException.class, () -> book.owner(-1));
    }
  }

  @Test
  void renumberingAndBookTellThePartsTheyWereMadeOf() {
    int[] partOf = new Random(2).ints(50, 0, 7).toArray();
    var cut = new Partitioning(8, partOf); // one is empty
    Partitioning told = PartitionBook.of(cut).partitioning(PartitionBook.ordering(cut));
    assertEquals(8, told.parts());
    for (int node = 0; node < partOf.length; node++) {
      assertEquals(partOf[node], told.partOf(node));
    }
  }
}
