/**
 * Matrices, kernels and automatic differentiation on a device. Graphs appear only as sparse
 * matrices and, in {@code sample}, as adjacency to sample from; datasets and networks are other
 * modules'.
 */
module dev.atoll.tensor {
  requires dev.atoll.files;
  requires jdk.management;
  requires static jdk.incubator.vector;

  exports dev.atoll.tensor;
  exports dev.atoll.tensor.autograd;
  exports dev.atoll.tensor.cpu;
  exports dev.atoll.tensor.device to
      dev.atoll.cuda,
      dev.atoll.train;
  exports dev.atoll.tensor.sample to
      dev.atoll.cuda,
      dev.atoll.train,
      dev.atoll.app;
}
