package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.KeyType;
import dev.atoll.train.halo.plan.Clip;
import java.util.Optional;

/** A largest norm of gradients: of the model's, or of those that workers send. */
record ClipType() implements KeyType<Clip> {
  private static final double MOST = 1e9;

  @Override
  public Optional<Clip> parse(String text) {
    return Clip.parse(text.strip()).filter(clip -> clip.most() <= MOST);
  }

  @Override
  public Object plain(Clip value) {
    return value.exchanged() ? print(value) : value.most();
  }

  @Override
  public String allowed() {
    return "a number from 0 to 1E9, or exchange: and such a number";
  }
}
