package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Flag;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.testkit.ChildJvm;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.neighbors.NeighborSamplingPolicies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies of a user that have names of others, on the class path of a program. */
class TakenNamesTest {
  @TempDir Path folder;

  @Test
  void aTakenPolicyIsNamedByEveryCommand() throws Exception {
    assertEquals(
        Collections.nCopies(
            2,
            "1: atoll: "
                + TakenSampler.class.getName()
                + " registers Sampling 'uniform', as "
                + NeighborSamplingPolicies.class.getName()
                + " does: rename one of the two policies"),
        commandsWith(TakenSampler.class));
  }

  @Test
  void aTakenSettingIsNamedByEveryCommand() throws Exception {
    assertEquals(
        Collections.nCopies(
            2,
            "1: atoll: a policy declares the setting 'threads' unlike another that has it:"
                + " rename the setting"),
        commandsWith(TakenSetting.class));
  }

  private List<String> commandsWith(Class<? extends PolicyProvider> provider) throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(PolicyProvider.class.getName()), provider.getName() + "\n");
    return new ChildJvm(List.of(), Map.of(), true, List.of(folder)).run(TwoCommands.class);
  }

  /** Registers a second sampler of the default's name. */
  public static final class TakenSampler implements PolicyProvider {
    @Override
    public List<Policy<?>> policies() {
      return List.of(
          Policy.of(Sampling.class, "uniform", "a second one").always(new UniformSampling()));
    }
  }

  /** Registers a sampler whose setting has the name of one that is listed later. */
  public static final class TakenSetting implements PolicyProvider {
    private static final Key<Boolean> THREADS =
        new Key<>("threads", new Flag(), false, "whether neighbours are drawn in another order");

    @Override
    public List<Policy<?>> policies() {
      return List.of(
          Policy.of(Sampling.class, "reordered", "a sampler of its own")
              .keys(THREADS)
              .always(new UniformSampling()));
    }
  }

  /** Runs a command twice in one JVM and prints the exit code and the message of each. */
  public static final class TwoCommands {
    private TwoCommands() {}

    public static void main(String[] none) {
      for (int i = 0; i < 2; i++) {
        Outcome outcome = Outcome.of("train", "--data", "cora");
        System.out.println(outcome.code() + ": " + outcome.err().strip());
      }
    }
  }
}
