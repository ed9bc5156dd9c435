import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Checks ({@code --check}) or rewrites ({@code --replace}) every Java source below a folder with
 * google-java-format. The formatter must run on the JDK whose syntax it reads, which need not be
 * the JDK Maven runs on: so it is started as a program of its own.
 */
public final class Format {
  private Format() {}

  public static void main(String[] args) throws IOException {
    boolean check = args[0].equals("--check");
    var options =
        new ArrayList<String>(
            check ? List.of("--dry-run", "--set-exit-if-changed") : List.of("--replace"));
    var sources = sources(Path.of(args[1]));
    options.addAll(sources);
    var formatter = ToolProvider.findFirst("google-java-format").orElseThrow();
    int status = formatter.run(System.out, System.err, options.toArray(String[]::new));
    if (status != 0) {
      System.err.println(
          "The files above are not in google-java-format. Run: mvn -Pformat -N process-sources");
    }
    System.exit(status);
  }

  private static List<String> sources(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(Path::toString)
          .filter(f -> f.endsWith(".java"))
          .filter(f -> !f.contains("/target/"))
          .toList();
    }
  }
}
