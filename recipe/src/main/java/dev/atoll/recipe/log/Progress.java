package dev.atoll.recipe.log;

/** How far a long piece of work is. Closing it leaves a tidy line behind. */
public interface Progress extends AutoCloseable {
  Progress SILENT = (done, detail) -> {};

  /**
   * Says that so much of the total is done; cheap enough to be called for every item.
   *
   * @param detail what else to show, such as the loss; may be empty
   */
  void update(long done, String detail);

  default void update(long done) {
    update(done, "");
  }

  @Override
  default void close() {}
}
