package dev.atoll.train.worker;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;

/** The training that a worker opens: its data and device, and what is trained on them. */
record TrainingSetup(
    WorkerData data, DeviceMemory device, TrainingPlan plan, Model model, ObjectiveWork objective) {
  /** The plan of mini-batches. */
  SampledPlan sampled() {
    return plan.sampled().orElseThrow();
  }

  Backend backend() {
    return device.backend();
  }

  /** Threads that the worker computes with. */
  int threads() {
    return backend().parallelism();
  }

  /** The key of all random choices for a purpose. */
  RandomKey key(String purpose) {
    return RandomKey.ofSeed(plan.seed()).child(purpose);
  }
}
