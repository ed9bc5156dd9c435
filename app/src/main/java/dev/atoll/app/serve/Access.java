package dev.atoll.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The clients that may see the pages: without a token, programs of this machine; with one, those
 * that send it as {@code Authorization: Bearer TOKEN}, or the cookie that the login page gives.
 */
public final class Access {
  /** A shorter token could be guessed. */
  public static final int LEAST_TOKEN_CHARACTERS = 16;

  /** Names of this machine; requests by any other name are refused (DNS rebinding). */
  private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final String BEARER = "Bearer ";

  private final InetAddress bind;
  private final Optional<String> token;
  private final String cookie;

  private Access(InetAddress bind, Optional<String> token) {
    this.bind = bind;
    this.token = token;
    cookie = token.map(Access::cookieValue).orElse("");
  }

  /** Access for programs of this machine only. */
  public static Access local() {
    return new Access(InetAddress.getLoopbackAddress(), Optional.empty());
  }

  /**
   * Access at an address of this machine.
   *
   * @throws IllegalArgumentException when other machines could see the pages without a token
   */
  public static Access of(InetAddress bind, Optional<String> token) {
    if (token.isEmpty() && !bind.isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "--bind %s lets other machines in: add --token, so that not everybody can read the runs"
              .formatted(bind.getHostAddress()));
    }
    if (token.isPresent() && token.get().length() < LEAST_TOKEN_CHARACTERS) {
      throw new IllegalArgumentException(
          "a token of %d characters can be guessed: expected at least %d; --token alone makes one"
              .formatted(token.get().length(), LEAST_TOKEN_CHARACTERS));
    }
    return new Access(bind, token);
  }

  /** The address to listen on. */
  public InetAddress bind() {
    return bind;
  }

  public Optional<String> token() {
    return token;
  }

  public boolean needsToken() {
    return token.isPresent();
  }

  /**
   * Whether a request names this machine by a name that only this machine uses. If other machines
   * have access, any name is accepted, because the token protects.
   */
  public boolean isAddressedHere(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return !bind.isLoopbackAddress()
        || (host != null && OWN_NAMES.contains(host.replaceFirst(":\\d+$", "")));
  }

  /** Whether a request has access. */
  public boolean isAllowed(HttpExchange exchange) {
    return token.isEmpty()
        || headers(exchange, "Authorization")
            .filter(value -> value.startsWith(BEARER))
            .anyMatch(value -> isToken(value.substring(BEARER.length())))
        || headers(exchange, "Cookie")
            .flatMap(value -> Arrays.stream(value.split(";")))
            .map(String::strip)
            .anyMatch(value -> same(value, cookieName(exchange) + "=" + cookie));
  }

  private static Stream<String> headers(HttpExchange exchange, String name) {
    return exchange.getRequestHeaders().getOrDefault(name, List.of()).stream();
  }

  /** Whether a text is the token, in constant time. */
  public boolean isToken(String text) {
    return token.isPresent() && same(text.strip(), token.get());
  }

  /** The header that sets the login cookie. */
  public String cookie(HttpExchange exchange) {
    return cookieName(exchange) + "=" + cookie + "; Path=/; HttpOnly; SameSite=Strict";
  }

  /**
   * The name of the login cookie, with the port: cookies do not distinguish the ports of a machine.
   */
  private static String cookieName(HttpExchange exchange) {
    return "atoll-" + exchange.getLocalAddress().getPort();
  }

  /**
   * Whether two texts are equal; compares digests of one length, so that the time does not reveal
   * the token's length.
   */
  private static boolean same(String a, String b) {
    return MessageDigest.isEqual(cookieValue(a).getBytes(UTF_8), cookieValue(b).getBytes(UTF_8));
  }

  /** The value of the cookie: a keyed digest, which does not reveal the token. */
  private static String cookieValue(String token) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec("atoll dashboard".getBytes(UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(token.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 is part of every JDK", e);
    }
  }
}
