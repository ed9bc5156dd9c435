package dev.atoll.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The structure of all modules, read from the classes that the build has made before. */
class ArchitectureTest {
  private static CompiledClasses classes;

  @BeforeAll
  static void read() throws IOException {
    List<Path> modules = SourceTree.modules();
    for (Path module : modules) {
      assertTrue(
          Files.isDirectory(module.resolve("target/classes")),
          module + " is not compiled: run the whole build");
    }
    classes = CompiledClasses.of(modules);
  }

  @Test
  void everyModuleIsRead() {
    Set<String> read = classes.names().stream().map(classes::module).collect(Collectors.toSet());
    assertTrue(read.containsAll(List.of("tensor", "graph", "train", "recipe", "app", "spark")));
  }

  @Test
  void noPackagesNeedEachOtherInACycle() {
    assertEquals(List.of(), classes.packageCycle());
  }

  @Test
  void aCycleWouldBeSeen() throws IOException {
    CompiledClasses broken =
        CompiledClasses.of(SourceTree.modules())
            .with("dev/atoll/graph/Dataset", "dev/atoll/formats/dataset/Any");
    List<String> cycle = broken.packageCycle();
    assertTrue(cycle.contains("dev/atoll/graph") && cycle.contains("dev/atoll/formats/dataset"));
  }

  /** Implementations of policies are named in their folder and in module recipe, nowhere else. */
  @Test
  void implementationsAreNamedInTheirFolderOnly() {
    assertEquals(Set.of(), violations(classes));
  }

  @Test
  void aNamedImplementationWouldBeSeen() throws IOException {
    String from = "dev/atoll/train/loop/Training";
    String to = "dev/atoll/graph/partition/bytegnn/ByteGnnPartitioner";
    CompiledClasses broken = CompiledClasses.of(SourceTree.modules()).with(from, to);
    assertTrue(violations(broken).contains(from + " -> " + to));
  }

  private static Set<String> violations(CompiledClasses classes) {
    Set<String> implementations = implementations(classes);
    assertFalse(implementations.isEmpty(), "policies are found");
    Set<String> violations = new TreeSet<>();
    for (String from : classes.names()) {
      for (String to : classes.references(from)) {
        if (implementations.contains(to) && !mayName(classes, from, to)) {
          violations.add(from + " -> " + to);
        }
      }
    }
    return violations;
  }

  /** Classes that implement the slot of a registered policy, in the folder of its provider. */
  private static Set<String> implementations(CompiledClasses classes) {
    Set<String> found = new TreeSet<>();
    for (PolicyProvider provider : ServiceLoader.load(PolicyProvider.class)) {
      String folder = provider.getClass().getPackageName().replace('.', '/');
      for (Policy<?> policy : provider.policies()) {
        String slot = policy.slot().getName().replace('.', '/');
        classes.names().stream()
            .filter(name -> isWithin(name, folder) && classes.isSubtype(name, slot))
            .forEach(found::add);
      }
    }
    return found;
  }

  private static boolean mayName(CompiledClasses classes, String from, String to) {
    return classes.module(from).equals("recipe") || isWithin(from, CompiledClasses.packageOf(to));
  }

  private static boolean isWithin(String name, String folder) {
    return name.startsWith(folder + "/");
  }
}
