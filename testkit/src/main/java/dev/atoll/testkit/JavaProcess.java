package dev.atoll.testkit;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts Java programs with the classes of the running tests. */
public final class JavaProcess {
  private JavaProcess() {}

  /**
   * A process with the default answers to signals, whatever this one has inherited.
   *
   * @param options of the JVM
   */
  public static ProcessBuilder of(List<String> options, Class<?> main, String... arguments) {
    return of(true, options, List.of(), main, arguments);
  }

  /**
   * A process with the default answers to signals, with or without the Vector API.
   *
   * @param options of the JVM
   * @param beside folders and jars on the class path besides those of this process
   */
  static ProcessBuilder of(
      boolean vectors,
      List<String> options,
      List<Path> beside,
      Class<?> main,
      String... arguments) {
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,TERM"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (vectors) {
      command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    }
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(main, beside), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /** Class path and module path of this process, and the folder of a class of the tests. */
  private static String classPath(Class<?> main, List<Path> beside) {
    return Stream.concat(
            Stream.of(
                root(main),
                System.getProperty("java.class.path"),
                System.getProperty("jdk.module.path")),
            beside.stream().map(Path::toString))
        .filter(path -> path != null && !path.isEmpty())
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  private static String root(Class<?> main) {
    String file = "/" + main.getName().replace('.', '/') + ".class";
    String location = String.valueOf(main.getResource(file));
    return location.startsWith("file:") && location.endsWith(file)
        ? Path.of(URI.create(location.substring(0, location.length() - file.length() + 1)))
            .toString()
        : "";
  }
}
