package dev.atoll.app.dashboard;

import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sends a browser the changed sections of its page, as server-sent events. */
final class PartStream {
  private static final long SIGN_OF_LIFE_MILLIS = 2_000;
  private static final int RETRY_MILLIS = 500;

  private final OutputStream out;
  private PageSubject last = PageSubject.of(List.of(), () -> PageParts.of("", true));
  private Map<String, String> shown = Map.of();
  private long spoke;

  /** Draws the page of a subject; browsers that show the same page share one drawing. */
  @FunctionalInterface
  interface Drawer {
    PageParts draw(PageSubject subject) throws IOException;
  }

  PartStream(OutputStream out) throws IOException {
    this.out = out;
    write("retry: " + RETRY_MILLIS + "\n\n");
  }

  /**
   * Sends the changed sections; now and then an empty event, to learn whether the browser still
   * listens.
   */
  void show(PageSubject subject, Drawer drawer) throws IOException {
    if (shown.isEmpty() || !subject.isUnchangedSince(last)) {
      Map<String, String> now = drawer.draw(subject).markup();
      last = subject;
      if (!now.equals(shown)) {
        send("parts", changes(now));
        shown = now;
      }
    }
    if (System.currentTimeMillis() - spoke > SIGN_OF_LIFE_MILLIS) {
      write(": still here\n\n");
    }
  }

  private String changes(Map<String, String> now) throws IOException {
    Map<String, String> changed = new LinkedHashMap<>(now);
    changed.entrySet().removeAll(shown.entrySet());
    return Json.line(Map.of("order", List.copyOf(now.keySet()), "changed", changed));
  }

  void send(String event, String data) throws IOException {
    write("event: " + event + "\ndata: " + data + "\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    spoke = System.currentTimeMillis();
  }
}
