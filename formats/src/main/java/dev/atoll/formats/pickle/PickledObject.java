package dev.atoll.formats.pickle;

import java.util.List;

/** A NumPy or SciPy object in a pickle: its constructor, arguments and state, as data. */
public final class PickledObject {
  private final String type;
  private final List<Object> args;
  private Object state;

  PickledObject(String type, List<Object> args) {
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
