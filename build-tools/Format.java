import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Checks ({@code --check}) or rewrites ({@code --replace}) every Java source below a folder with
 * google-java-format. The formatter must run on the JDK whose syntax it reads, which need not be
 * the JDK Maven runs on: so it is started as a program of its own. Sources that have not changed
 * since all were found in order are left out.
 */
public final class Format {
  private Format() {}

  public static void main(String[] args) throws IOException {
    boolean check = args[0].equals("--check");
    Path root = Path.of(args[1]);
    Path stamp = root.resolve("target/format-checked");
    FileTime begun = FileTime.from(Instant.now());
    List<String> sources = sources(root, stamp);
    if (sources.isEmpty()) {
      return;
    }
    var options =
        new ArrayList<String>(
            check ? List.of("--dry-run", "--set-exit-if-changed") : List.of("--replace"));
    options.addAll(sources);
    var formatter = ToolProvider.findFirst("google-java-format").orElseThrow();
    int status = formatter.run(System.out, System.err, options.toArray(String[]::new));
    if (status != 0) {
      System.err.println(
          "The files above are not in google-java-format. Run: mvn -Pformat -N process-sources");
    } else {
      Files.createDirectories(stamp.getParent());
      Files.writeString(stamp, "");
      Files.setLastModifiedTime(stamp, begun);
    }
    System.exit(status);
  }

  private static List<String> sources(Path root, Path stamp) throws IOException {
    FileTime checked =
        Files.exists(stamp) ? Files.getLastModifiedTime(stamp) : FileTime.fromMillis(0);
    var found = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.toString();
        if (name.endsWith(".java")
            && !name.contains("/target/")
            && Files.getLastModifiedTime(file).compareTo(checked) >= 0) {
          found.add(name);
        }
      }
    }
    return found;
  }
}
