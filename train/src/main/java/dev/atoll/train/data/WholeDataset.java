package dev.atoll.train.data;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import java.lang.foreign.Arena;
import java.util.Optional;
import java.util.Set;

/** The data of a worker that holds a whole dataset. */
record WholeDataset(Dataset dataset) implements WorkerData {
  @Override
  public String name() {
    return dataset.name();
  }

  @Override
  public int nodeCount() {
    return dataset.graph().nodeCount();
  }

  @Override
  public CsrGraph graph() {
    return dataset.graph();
  }

  @Override
  public Optional<Features> features() {
    return dataset.features();
  }

  @Override
  public int firstFeatureNode() {
    return 0;
  }

  @Override
  public Optional<Labels> labels() {
    return dataset.labels();
  }

  @Override
  public Split split(String wanted) {
    return dataset.split(wanted);
  }

  @Override
  public Set<String> splitNames() {
    return dataset.splits().keySet();
  }

  @Override
  public Optional<String> metric() {
    return dataset.metric();
  }

  @Override
  public Optional<WorkerData> ofPart(int part) {
    return Optional.of(this);
  }

  @Override
  public Optional<Links> links() {
    return dataset.links();
  }

  @Override
  public WorkerData with(Links links) {
    return new WholeDataset(dataset.with(links));
  }

  @Override
  public Arena memory() {
    return dataset.memory();
  }
}
