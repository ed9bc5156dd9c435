package dev.atoll.graph.partition;

/** Thrown when no partition can meet a constraint of the goal. */
public final class InfeasibleGoalException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;
  private final String constraint;

  public InfeasibleGoalException(String constraint, String message) {
    super("constraint '" + constraint + "': " + message);
    this.constraint = constraint;
  }

  /** The name of the constraint. */
  public String constraint() {
    return constraint;
  }
}
