package dev.atoll.spark.ml;

import dev.atoll.graph.policy.Key;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.param.shared.HasSeed;

/**
 * The settings of a training as Params. The most tuned ones have a typed Param, which {@code
 * ParamGridBuilder} can vary; all others are given by {@link #setSettings}. A typed Param that is
 * set takes precedence over a setting of the same key; an unset one leaves the key to settings,
 * recipe and default.
 *
 * @param <E> the estimator itself
 * @param <M> the model that it fits
 */
public abstract sealed class TunableEstimator<
        E extends TunableEstimator<E, M>, M extends GraphModel<M>>
    extends Estimator<M> implements FluentParams<E>, HasSeed permits GraphEstimator {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final StringArrayParam settings;
  private final Param<String> recipe;
  private final Param<String> model;
  private final IntParam layers;
  private final IntParam hidden;
  private final DoubleParam dropout;
  private final IntParam epochs;
  private final IntParam batch;
  private final DoubleParam learningRate;
  private final DoubleParam weightDecay;
  private final IntParam earlyStop;
  private final LongParam seed;

  TunableEstimator(String uid) {
    this.uid = uid;
    settings = new StringArrayParam(this, "settings", "of the training, key=value each");
    recipe = new Param<>(uid, "recipe", Keys.RECIPE.help());
    model = new Param<>(uid, "model", Keys.MODEL.key().help());
    layers = new IntParam(uid, "layers", Keys.LAYERS.help());
    hidden = new IntParam(uid, "hidden", Keys.HIDDEN.help());
    dropout = new DoubleParam(uid, "dropout", Keys.DROPOUT.help());
    epochs = new IntParam(uid, "epochs", Keys.EPOCHS.help());
    batch = new IntParam(uid, "batch", Keys.BATCH.help());
    learningRate = new DoubleParam(uid, "learningRate", Keys.LEARNING_RATE.help());
    weightDecay = new DoubleParam(uid, "weightDecay", Keys.WEIGHT_DECAY.help());
    earlyStop = new IntParam(uid, "earlyStop", Keys.EARLY_STOP.help());
    seed = new LongParam(uid, "seed", Keys.SEED.help());
  }

  private Map<Key<?>, Param<?>> typed() {
    Map<Key<?>, Param<?>> typed = new LinkedHashMap<>();
    typed.put(Keys.RECIPE, recipe);
    typed.put(Keys.MODEL.key(), model);
    typed.put(Keys.LAYERS, layers);
    typed.put(Keys.HIDDEN, hidden);
    typed.put(Keys.DROPOUT, dropout);
    typed.put(Keys.EPOCHS, epochs);
    typed.put(Keys.BATCH, batch);
    typed.put(Keys.LEARNING_RATE, learningRate);
    typed.put(Keys.WEIGHT_DECAY, weightDecay);
    typed.put(Keys.EARLY_STOP, earlyStop);
    typed.put(Keys.SEED, seed);
    return typed;
  }

  /** The settings that are given, by key. */
  final Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    for (String pair : getOrDefault(settings)) {
      Assignment one = Assignment.ofPair(pair, "settings");
      given.put(one.key(), one.text());
    }
    typed()
        .forEach(
            (key, param) -> {
              if (isSet(param)) {
                given.put(key.name(), getOrDefault(param).toString());
              }
            });
    return given;
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Sets settings of the training, such as {@code "sampler=ladies"}. */
  public E setSettings(String... pairs) {
    return with(settings, pairs);
  }

  /** Sets the recipe, such as {@code "distdgl"}. */
  public E setRecipe(String name) {
    return with(recipe, name);
  }

  /** Sets the type of the layers, such as {@code "gat"}. */
  public E setModel(String name) {
    return with(model, name);
  }

  public E setLayers(int count) {
    return with(layers, count);
  }

  /** Sets the width of the hidden layers. */
  public E setHidden(int width) {
    return with(hidden, width);
  }

  public E setDropout(double share) {
    return with(dropout, share);
  }

  public E setEpochs(int count) {
    return with(epochs, count);
  }

  /** Sets the seeds per worker and step. */
  public E setBatch(int size) {
    return with(batch, size);
  }

  public E setLearningRate(double rate) {
    return with(learningRate, rate);
  }

  public E setWeightDecay(double decay) {
    return with(weightDecay, decay);
  }

  /**
   * Sets the patience: epochs without a better validation score before the run ends; 0 for no
   * limit.
   */
  public E setEarlyStop(int epochCount) {
    return with(earlyStop, epochCount);
  }

  public E setSeed(long value) {
    return with(seed, value);
  }

  public StringArrayParam settings() {
    return settings;
  }

  public Param<String> recipe() {
    return recipe;
  }

  public Param<String> model() {
    return model;
  }

  public IntParam layers() {
    return layers;
  }

  public IntParam hidden() {
    return hidden;
  }

  public DoubleParam dropout() {
    return dropout;
  }

  public IntParam epochs() {
    return epochs;
  }

  public IntParam batch() {
    return batch;
  }

  public DoubleParam learningRate() {
    return learningRate;
  }

  public DoubleParam weightDecay() {
    return weightDecay;
  }

  public IntParam earlyStop() {
    return earlyStop;
  }

  @Override
  public LongParam seed() {
    return seed;
  }

  /** Implements the setter of Scala's shared trait, which is never called. */
  @Override
  public void org$apache$spark$ml$param$shared$HasSeed$_setter_$seed_$eq(LongParam unused) {}
}
