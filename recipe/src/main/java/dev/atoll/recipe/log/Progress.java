package dev.atoll.recipe.log;

/** The progress of a long activity. Closing it leaves one line. */
public interface Progress extends AutoCloseable {
  Progress SILENT = (done, detail) -> {};

  /**
   * Reports the items done so far; cheap enough to be called for every item.
   *
   * @param detail further text to show, such as the loss; may be empty
   */
  void update(long done, String detail);

  default void update(long done) {
    update(done, "");
  }

  @Override
  default void close() {}
}
