package dev.atoll.graph.wording;

import java.util.ServiceLoader;

/**
 * A choice of the user that a message names, as its remedy or its cause: in Java a component of a
 * record, where a {@link ChoiceWords} service is there the option of its interface.
 *
 * <pre>{@code
 * "no id among the columns %s; %s names the id column".formatted(columns, Choice.ID.text())
 *   → no id among the columns [a, b]; ColumnChoice.id names the id column
 *   → no id among the columns [a, b]; --id COLUMN names the id column
 * }</pre>
 */
public enum Choice {
  IMPORT("Importers.run"),
  IMPORT_PLAN("Importers.plan"),
  NODES("TableOptions.nodes"),
  HEADER_YES("HeaderRule.YES"),
  HEADER_NO("HeaderRule.NO"),
  TEXT_IDS("ColumnOptions.textIds"),
  DUPLICATES_FIRST("DuplicateRule.FIRST"),
  DUPLICATES_LAST("DuplicateRule.LAST"),
  UNKNOWN_DROP("UnknownRule.DROP"),
  UNKNOWN_CREATE("UnknownRule.CREATE"),
  SOURCE("ColumnChoice.source"),
  TARGET("ColumnChoice.target"),
  ID("ColumnChoice.id"),
  LABEL("ColumnChoice.label"),
  /** A column as the label: its name. */
  LABEL_COLUMN("ColumnChoice.label %s"),
  FEATURES("ColumnChoice.features"),
  ENCODERS("EncoderChoice.byColumn"),
  /** The encoder of a column: the names of the column and the encoder. */
  ENCODER("EncoderChoice.byColumn '%s=%s'"),
  LIKE("EncoderChoice.like"),
  SPLIT("ColumnOptions.split"),
  /** A split made by an import: its shares. */
  SPLIT_SHARES("ColumnOptions.split %s"),
  SPLIT_STRATIFIED("SplitRule.stratified"),
  SPLIT_BY("TableSplit.by"),
  /** A recipe: its name. */
  RECIPE("the recipe %s"),
  /** A setting of a run: its assignment. */
  SETTING("the setting %s"),
  EMBEDDINGS("TrainingPlan.embeddings"),
  LINK_PREDICTION("Objective.Link"),
  UNSUPERVISED("Objective.Unsupervised"),
  DEVICE_CPU("the setting device=cpu");

  private static final ChoiceWords WORDS =
      ServiceLoader.load(ChoiceWords.class, Choice.class.getClassLoader())
          .findFirst()
          .orElse(Choice::component);

  private final String component;

  Choice(String component) {
    this.component = component;
  }

  /** The name in Java, a format of the choice's values. */
  public String component() {
    return component;
  }

  /** The name in the words of the user's interface. */
  public String text(Object... values) {
    return WORDS.of(this).formatted(values);
  }
}
