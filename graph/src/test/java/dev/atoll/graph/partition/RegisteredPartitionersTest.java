package dev.atoll.graph.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RegisteredPartitionersTest {
  private static final String CONTRACT = "PartitionerContract.class";

  @Test
  void everyPartitionerIsHeldToTheContract() throws Exception {
    Set<String> missing = new TreeSet<>();
    for (Policy<Partitioner> policy : Policies.of(Partitioner.class)) {
      missing.add(policy.make(Values.defaults()).getClass().getName());
    }
    assertFalse(missing.isEmpty(), "partitioners are registered");
    missing.removeAll(tested());
    assertEquals(Set.of(), missing, "partitioners without a subclass of PartitionerContract");
  }

  @Test
  void aPartitionerKnowsItsRegisteredName() {
    for (Policy<Partitioner> policy : Policies.of(Partitioner.class)) {
      assertEquals(policy.name(), policy.make(Values.defaults()).name());
    }
  }

  private static Set<String> tested() throws Exception {
    Path folder = Path.of(PartitionerContract.class.getResource(CONTRACT).toURI()).getParent();
    Set<String> tested = new TreeSet<>();
    for (String name : testClasses(folder)) {
      Class<?> type = Class.forName(name);
      if (type.getSuperclass() == PartitionerContract.class) {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        PartitionerContract contract = (PartitionerContract) constructor.newInstance();
        tested.add(contract.partitioner().getClass().getName());
      }
    }
    return tested;
  }

  private static Set<String> testClasses(Path folder) throws IOException {
    Set<String> names = new TreeSet<>();
    String prefix = PartitionerContract.class.getPackageName() + ".";
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .map(file -> folder.relativize(file).toString())
          .filter(file -> file.endsWith("Test.class"))
          .forEach(file -> names.add(prefix + file.replace(".class", "").replace('/', '.')));
    }
    return names;
  }
}
