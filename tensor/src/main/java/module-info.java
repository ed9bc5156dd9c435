/** Numbers on a device; knows no graph and no network. */
module dev.atoll.tensor {
  requires dev.atoll.files;
  requires jdk.management;
  requires static jdk.incubator.vector;

  exports dev.atoll.tensor;
  exports dev.atoll.tensor.autograd;
  exports dev.atoll.tensor.cpu;
  exports dev.atoll.tensor.sample;
}
