package dev.atoll.tensor;

import java.util.Locale;

/** A device that holds memory. */
public record Device(Kind kind, int ordinal) {
  public enum Kind {
    CPU,
    CUDA
  }

  public static final Device CPU = new Device(Kind.CPU, 0);

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + (kind == Kind.CPU ? "" : ":" + ordinal);
  }
}
