package dev.atoll.formats.pickle;

import java.util.List;

/** What a pickle says about a NumPy or SciPy object: how it is made, and its state. */
public final class Instance {
  private final String type;
  private final List<Object> args;
  private Object state;

  Instance(String type, List<Object> args) {
    this.type = type;
    this.args = args;
  }

  void build(Object newState) {
    state = newState;
  }

  String type() {
    return type;
  }

  List<Object> args() {
    return args;
  }

  Object state() {
    return state;
  }

  @Override
  public String toString() {
    return type;
  }
}
