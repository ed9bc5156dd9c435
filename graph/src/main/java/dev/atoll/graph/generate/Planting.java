package dev.atoll.graph.generate;

/**
 * The strength of the relation between the features of a node and its class.
 *
 * <pre>
 *   label(v)    = the class of v's position in the graph, or with probability labelNoise any class
 *   feature(v)  = signal · centre(label(v)) + noise,   |centre| ≈ 1,  noise of deviation 1 per column
 * </pre>
 *
 * <p>With a signal of about 2 the features of one node say little about its class, the mean over
 * its neighbours says much, and no model gets far above {@code 1 − labelNoise} by looking at
 * neighbours: a score beyond that is a sign of a leak.
 *
 * @param width columns of the features
 */
public record Planting(int classes, int width, double signal, double labelNoise) {
  public Planting {
    if (classes < 1 || width < 0 || !(signal >= 0) || !(labelNoise >= 0 && labelNoise <= 1)) {
      throw new IllegalArgumentException(
          ("classes must be at least 1 (%d), width at least 0 (%d), signal at least 0 (%s) and"
                  + " label noise from 0 to 1 (%s)")
              .formatted(classes, width, signal, labelNoise));
    }
  }
}
