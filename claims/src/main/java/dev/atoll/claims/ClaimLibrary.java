package dev.atoll.claims;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The claims that come with Atoll: YAML files beside this class, listed in {@code index.txt}. */
public final class ClaimLibrary {
  private ClaimLibrary() {}

  /** Returns the claims, by number. */
  public static List<Claim> all() {
    try (var names =
        new BufferedReader(new InputStreamReader(open("index.txt"), StandardCharsets.UTF_8))) {
      return names.lines().filter(name -> !name.isBlank()).map(ClaimLibrary::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Claim read(String name) {
    try (InputStream in = open(name + ".yaml")) {
      return Claim.read(in, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String file) throws IOException {
    InputStream in = ClaimLibrary.class.getResourceAsStream(file);
    if (in == null) {
      throw new IOException("the resource " + file + " is missing");
    }
    return in;
  }
}
