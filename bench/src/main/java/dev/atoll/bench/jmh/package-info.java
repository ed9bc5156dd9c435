/**
 * JMH benchmarks of the hot paths, run from the class path:
 *
 * <pre>
 * mvn -q -pl bench -am package dependency:build-classpath -Dmdep.outputFile=target/classpath
 * java --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED \
 *   -cp bench/target/classes:$(cat bench/target/classpath) org.openjdk.jmh.Main SparseBenchmark
 * </pre>
 */
package dev.atoll.bench.jmh;
