package dev.atoll.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.dashboard.Dashboard;
import dev.atoll.app.dashboard.DashboardServer;
import dev.atoll.app.screen.Screen;
import dev.atoll.app.serve.Access;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows runs in a browser, during and after training. */
@Command(
    name = "dashboard",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows runs in a browser: loss, scores, time, bytes and memory, updated during training;"
          + " several runs over each other.",
      "It listens on this machine only unless told otherwise, is read-only, and runs until it is"
          + " interrupted. It may be started before any run."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll dashboard --open                     all runs under runs/",
      "  atoll dashboard runs/cora-gcn-20260131-120000",
      "  atoll dashboard --port 8080                always at the same address",
      "  atoll dashboard --bind 0.0.0.0 --port 8080 --token   for others, who log in",
      "  atoll dashboard RUN --export page.html     one file to keep or send",
      "  atoll dashboard RUN OTHER --export two.html"
    })
final class DashboardCommand implements Callable<Integer> {
  private static final Path RUNS = Path.of("runs");
  private static final int TOKEN_BYTES = 24;

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN|FOLDER",
      description = "folders of runs, or folders with runs in them (runs)")
  private List<Path> folders = List.of();

  @Option(names = "--port", paramLabel = "N", description = "the port (0: any that is free)")
  private int port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "the address of this machine to listen on; others than loopback need --token")
  private String bind;

  @Option(
      names = "--token",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "TOKEN",
      description =
          "ask for this token, or without one for a random one that is printed; also taken from"
              + " the environment variable ATOLL_DASHBOARD_TOKEN")
  private String token;

  @Option(names = "--open", description = "open the page in the browser of this desktop")
  private boolean open;

  @Option(
      names = "--export",
      paramLabel = "FILE.html",
      description =
          "write one page that needs no server, and end: everything about one run, or a comparison"
              + " of several")
  private Path export;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Dashboard dashboard = new Dashboard(folders());
    if (export == null) {
      serve(dashboard);
    } else {
      dashboard.export(export);
      output.screen().line("page " + export);
      output.write(new Result(export.toString(), null, dashboard.summary()));
    }
    return 0;
  }

  private List<Path> folders() {
    return folders.isEmpty() ? List.of(RUNS) : folders;
  }

  private Access access() {
    Optional<String> wanted =
        Optional.ofNullable(token == null ? System.getenv("ATOLL_DASHBOARD_TOKEN") : token);
    try {
      InetAddress address =
          bind == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(bind);
      return Access.of(address, wanted.map(text -> text.isEmpty() ? randomToken() : text));
    } catch (UnknownHostException e) {
      throw new SettingsException(
          "--bind %s: no such address; expected one of this machine, such as 0.0.0.0 for all"
              .formatted(bind));
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }

  private static String randomToken() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private void serve(Dashboard dashboard) throws IOException, InterruptedException {
    Access access = access();
    try (DashboardServer server = DashboardServer.start(dashboard, access, port)) {
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "atoll-close-dashboard"));
      Screen screen = output.screen();
      screen.line("dashboard " + server.address());
      if ("".equals(token)) {
        screen.line("token " + access.token().orElseThrow());
      }
      screen.remark("Ctrl-C ends it; runs go on without it");
      output.write(new Result(null, server.address().toString(), dashboard.summary()));
      if (open) {
        open(server.address(), screen);
      }
      server.await();
    }
  }

  /** The output of {@code --json}: a page, or the address of a server. */
  @JsonInclude(Include.NON_NULL)
  private record Result(String export, String address, List<Dashboard.RunSummary> runs) {}

  /** Opens a browser by the command of the desktop. */
  private static void open(URI address, Screen screen) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("win")
            ? List.of("rundll32", "url.dll,FileProtocolHandler", address.toString())
            : List.of(system.contains("mac") ? "open" : "xdg-open", address.toString());
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      screen.remark(
          "no browser could be opened (" + e.getMessage() + "); open the address yourself");
    }
  }
}
