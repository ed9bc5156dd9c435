package dev.atoll.app.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atoll.testkit.Await;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless browser with one page, driven by the DevTools protocol. */
final class Chromium implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TEXT = 0x81;
  private static final int MASKED = 0x80;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int MOST_MILLIS = (int) Await.MOST.toMillis();

  private final Process process;
  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private String session = "";
  private int calls;

  private Chromium(Process process, URI address) throws IOException {
    this.process = process;
    socket = new Socket(address.getHost(), address.getPort());
    socket.setSoTimeout(MOST_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
    upgrade(address);
    String target =
        call("Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
    session =
        call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asText();
    call("Page.enable", Map.of());
  }

  /** The program, if it is installed. */
  static Optional<String> find() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(":")).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  static Chromium start(String program, Path profile) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("TMPDIR", Files.createDirectories(profile).toString());
    Process process = builder.start();
    try {
      var errors =
          new BufferedReader(
              new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
      String said = "";
      for (String line = errors.readLine(); line != null; line = errors.readLine()) {
        said += line + "\n";
        if (line.startsWith("DevTools listening on ")) {
          Thread.ofVirtual().start(() -> errors.lines().forEach(_ -> {}));
          return new Chromium(process, URI.create(line.substring(line.indexOf("ws:"))));
        }
      }
      throw new IOException("no browser: " + said);
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private void upgrade(URI address) throws IOException {
    String request =
        """
        GET %s HTTP/1.1\r
        Host: %s:%d\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
        Sec-WebSocket-Version: 13\r
        \r
        """
            .formatted(address.getPath(), address.getHost(), address.getPort());
    out.write(request.getBytes(StandardCharsets.US_ASCII));
    var answer = new ByteArrayOutputStream();
    while (!answer.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
      answer.write(in.readUnsignedByte());
    }
    if (!answer.toString(StandardCharsets.US_ASCII).contains(" 101 ")) {
      throw new IOException(answer.toString(StandardCharsets.US_ASCII));
    }
  }

  /** Calls a method; events that come meanwhile are dropped. */
  private JsonNode call(String method, Map<String, Object> parameters) throws IOException {
    ObjectNode message = JSON.createObjectNode().put("id", ++calls).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    send(JSON.writeValueAsBytes(message));
    while (true) {
      JsonNode answer = JSON.readTree(receive());
      if (answer.path("id").asInt() == calls) {
        if (answer.has("error")) {
          throw new IOException(method + ": " + answer.get("error"));
        }
        return answer.get("result");
      }
    }
  }

  /** A text frame; the mask is zero, which leaves the bytes as they are. */
  private void send(byte[] text) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(text.length + 14);
    frame.put((byte) TEXT).put((byte) (MASKED | 127)).putLong(text.length).putInt(0).put(text);
    out.write(frame.array(), 0, frame.position());
  }

  private byte[] receive() throws IOException {
    var message = new ByteArrayOutputStream();
    while (true) {
      int first = in.readUnsignedByte();
      int kind = first & 15;
      long length = in.readUnsignedByte() & 127;
      length = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
      byte[] part = in.readNBytes((int) length);
      if (kind == CLOSE) {
        throw new IOException("the browser has closed the connection");
      }
      if (kind != PING) {
        message.write(part);
        if (first >= 128) {
          return message.toByteArray();
        }
      }
    }
  }

  /** Loads a page in a window of the given width. */
  void open(URI address, int width) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 700));
    call("Page.navigate", Map.of("url", address.toString()));
    Await.until(
        "the page " + address,
        () ->
            evaluate("document.readyState + ' ' + location.href")
                .asText()
                .equals("complete " + address));
    settle();
  }

  /** Waits until the page is laid out: its letters are there, and a frame has been drawn since. */
  void settle() throws IOException {
    evaluate(
        "document.fonts.ready.then(() => new Promise("
            + "done => requestAnimationFrame(() => requestAnimationFrame(done))))");
  }

  /** The value of an expression in the page. */
  JsonNode evaluate(String expression) throws IOException {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new IOException(result.get("exceptionDetails").toString());
    }
    return result.get("result").path("value");
  }

  /** Messages of the browser about the page, such as scripts that it refused. */
  void watchMessages() throws IOException {
    call(
        "Page.addScriptToEvaluateOnNewDocument",
        Map.of(
            "source",
            "window.refused = []; addEventListener('securitypolicyviolation', event =>"
                + " window.refused.push(event.violatedDirective + ' ' + event.blockedURI));"
                + " addEventListener('error', event =>"
                + " window.refused.push(String(event.message)));"));
  }

  /** A picture of the page, for a person to look at. */
  void picture(Path file) throws IOException {
    String data =
        call("Page.captureScreenshot", Map.of("captureBeyondViewport", true)).get("data").asText();
    Files.write(file, Base64.getDecoder().decode(data));
  }

  @Override
  public void close() throws IOException {
    try {
      socket.close();
    } finally {
      List<ProcessHandle> all = process.descendants().toList();
      process.destroyForcibly();
      all.forEach(ProcessHandle::destroyForcibly);
      all.forEach(one -> one.onExit().completeOnTimeout(one, 10, TimeUnit.SECONDS).join());
      process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
    }
  }
}
