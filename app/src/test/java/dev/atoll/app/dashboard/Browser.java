package dev.atoll.app.dashboard;

import dev.atoll.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Sends requests to a server, both as browsers do and as they would not. */
record Browser(URI address) {
  private static final int MOST_MILLIS = (int) Await.MOST.toMillis();

  /** The response. */
  record Answer(int code, String text, Map<String, List<String>> headers) {
    String header(String name) {
      return headers.entrySet().stream()
          .filter(header -> name.equalsIgnoreCase(header.getKey()))
          .map(header -> header.getValue().getFirst())
          .findFirst()
          .orElse("");
    }
  }

  Answer get(String path) throws IOException {
    return get(path, Map.of());
  }

  Answer get(String path, Map<String, String> headers) throws IOException {
    HttpURLConnection connection = open(path);
    headers.forEach(connection::setRequestProperty);
    return answer(connection);
  }

  /** The answer to a form. */
  Answer post(String path, String form) throws IOException {
    HttpURLConnection connection = open(path);
    connection.setInstanceFollowRedirects(false);
    connection.setDoOutput(true);
    connection.getOutputStream().write(form.getBytes(StandardCharsets.UTF_8));
    return answer(connection);
  }

  private static Answer answer(HttpURLConnection connection) throws IOException {
    int code = connection.getResponseCode();
    try (InputStream in = code < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new Answer(code, text, connection.getHeaderFields());
    }
  }

  /** The events of a page. */
  BufferedReader follow(String path) throws IOException {
    HttpURLConnection connection = open(path);
    connection.setRequestProperty("Accept", "text/event-stream");
    return new BufferedReader(
        new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
  }

  private HttpURLConnection open(String path) throws IOException {
    var connection = (HttpURLConnection) address.resolve(path).toURL().openConnection();
    connection.setReadTimeout(MOST_MILLIS);
    return connection;
  }

  /** The code of the answer to a request as it is written here. */
  int raw(String method, String path, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      socket.setSoTimeout(MOST_MILLIS);
      String request =
          "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(method, path, host);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var in = new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
      return Integer.parseInt(new BufferedReader(in).readLine().split(" ", -1)[1]);
    }
  }
}
