package dev.atoll.app.dashboard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Asks a server as browsers do, and as they would not. */
record Browser(URI address) {
  /** What came back. */
  record Answer(int code, String text) {}

  Answer get(String path) throws IOException {
    HttpURLConnection connection = open(path);
    int code = connection.getResponseCode();
    try (InputStream in = code < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Answer(code, new String(in.readAllBytes(), StandardCharsets.UTF_8));
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
    connection.setReadTimeout(20_000);
    return connection;
  }

  /** The code of the answer to a request as it is written here. */
  int raw(String method, String path, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      socket.setSoTimeout(20_000);
      String request =
          "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(method, path, host);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var in = new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
      return Integer.parseInt(new BufferedReader(in).readLine().split(" ", -1)[1]);
    }
  }
}
