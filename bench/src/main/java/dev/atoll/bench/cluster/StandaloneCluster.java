package dev.atoll.bench.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real Spark cluster on the loopback address: one master and some workers, each a process. */
public final class StandaloneCluster implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final Pattern ADDRESS = Pattern.compile("Starting Spark master at (spark://\\S+)");

  /** The memory that a worker offers to executors: more than they request. */
  private static final String OFFERED = "64g";

  /** Atoll's own jars and the dependencies that Spark lacks. */
  private static final Pattern OWN = Pattern.compile("(.*/)?(atoll|picocli|openblas)[^/]*");

  /**
   * Class path entries of the command line, which only the driver has: jars, or compiled classes of
   * the build.
   */
  private static final Pattern COMMAND_LINE =
      Pattern.compile("(.*/)?(atoll-app-[^/]*|picocli-[^/]*|app/target/classes/?)");

  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private final Path folder;
  private final List<Process> processes = new CopyOnWriteArrayList<>();

  /** The hook that ends the processes with this one, also on an interrupt. */
  private final Thread atExit = new Thread(this::kill, "end-of-cluster");

  private final List<Path> links = new ArrayList<>();
  private String master;

  private StandaloneCluster(Path folder) {
    this.folder = folder;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Starts a cluster whose files are in a folder.
   *
   * @param cores of every worker
   */
  public static StandaloneCluster start(Path folder, int workers, int cores) throws IOException {
    var cluster = new StandaloneCluster(folder);
    try {
      cluster.linkJars();
      Path log = cluster.launch("master", javaHome(), "master.Master", "--port", "0");
      cluster.master = cluster.await(log, ADDRESS);
      for (int i = 0; i < workers; i++) {
        cluster.addWorker("worker-" + i, cores, javaHome());
      }
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static Path javaHome() {
    return Path.of(System.getProperty("java.home"));
  }

  /**
   * Starts one more worker.
   *
   * @param java the JDK that it and its executors run on
   */
  public Process addWorker(String name, int cores, Path java) throws IOException {
    launch(
        name,
        java,
        "worker.Worker",
        "--cores",
        Integer.toString(cores),
        "--memory",
        OFFERED,
        "--work-dir",
        folder.resolve(name).toString(),
        master);
    return processes.getLast();
  }

  /** Ends a worker and its executors. */
  public void remove(Process worker) {
    worker.children().forEach(ProcessHandle::destroyForcibly);
    worker.destroyForcibly();
    processes.remove(worker);
  }

  public String master() {
    return master;
  }

  /** The settings by which a driver's executors find Atoll and this machine. */
  public Map<String, String> conf() {
    return Map.of(
        "spark.executor.extraClassPath", ofExecutors().collect(Collectors.joining(":")),
        "spark.driver.host", "127.0.0.1",
        "spark.driver.bindAddress", "127.0.0.1",
        "spark.ui.enabled", "false",
        "spark.executor.memory", "1g",
        "spark.executor.cores", "1");
  }

  /** The processes of executors that run now. */
  public List<ProcessHandle> executors() {
    return processes.stream()
        .flatMap(process -> process.toHandle().children())
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  private void linkJars() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("home/jars"));
    for (String entry : ofSpark().toList()) {
      Path jar = Path.of(entry);
      links.add(Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar.toAbsolutePath()));
    }
  }

  /** The class path entries of Spark, all jars; those of Atoll may be folders of classes. */
  private static Stream<String> ofSpark() {
    return entries().filter(entry -> entry.endsWith(".jar") && !OWN.matcher(entry).matches());
  }

  private static Stream<String> ofExecutors() {
    return entries()
        .filter(entry -> !entry.endsWith(".jar") || OWN.matcher(entry).matches())
        .filter(entry -> !COMMAND_LINE.matcher(entry).matches());
  }

  private static Stream<String> entries() {
    return Stream.of(CLASS_PATH.split(File.pathSeparator))
        .distinct()
        .filter(entry -> Files.exists(Path.of(entry)));
  }

  private Path launch(String name, Path java, String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java.resolve("bin/java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:+IgnoreUnrecognizedVMOptions"));
    command.addAll(
        List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", folder.resolve("home/jars") + "/*"));
    command.add("org.apache.spark.deploy." + main);
    command.addAll(List.of("--host", "127.0.0.1", "--webui-port", "0"));
    command.addAll(List.of(arguments));
    Path log = folder.resolve(name + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", java.toString());
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    processes.add(builder.start());
    return log;
  }

  private String await(Path log, Pattern wanted) throws IOException {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (System.nanoTime() < end && processes.getLast().isAlive()) {
      Matcher found = wanted.matcher(Files.readString(log));
      if (found.find()) {
        return found.group(1);
      }
      Pause.millis(50);
    }
    throw new IllegalStateException("no " + wanted + " in time: " + Files.readString(log));
  }

  @Override
  public void close() throws IOException {
    Runtime.getRuntime().removeShutdownHook(atExit);
    kill();
    for (Path link : links) {
      Files.deleteIfExists(link);
    }
  }

  private void kill() {
    executors().forEach(ProcessHandle::destroyForcibly);
    for (Process process : processes.reversed()) {
      process.destroyForcibly();
      try {
        process.waitFor(5, TimeUnit.SECONDS);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
