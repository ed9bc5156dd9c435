package dev.atoll.spark;

/** What an executor's JVM must bring, and the options that make it so. */
public final class ExecutorNeeds {
  private static final String VECTORS = "jdk.incubator.vector";

  /**
   * Memory of data is not counted by the JVM's limit for direct buffers, that of the network is: it
   * must not be held to the size of the heap.
   */
  public static final String OPTIONS =
      "--add-modules="
          + VECTORS
          + " --enable-native-access=ALL-UNNAMED -XX:MaxDirectMemorySize=4095t";

  /** Where Spark takes them. */
  public static final String OPTIONS_KEY = "spark.executor.extraJavaOptions";

  private ExecutorNeeds() {}

  /**
   * Without the vector module other kernels would compute, and numbers differ in their last bits.
   */
  public static void require() {
    if (ModuleLayer.boot().findModule(VECTORS).isEmpty()) {
      throw new IllegalStateException(
          "this executor's JVM was started without %s: start Spark with --conf '%s=%s'"
              .formatted(VECTORS, OPTIONS_KEY, OPTIONS));
    }
  }
}
