package dev.atoll.app.command.option;

import dev.atoll.graph.wording.Choice;
import dev.atoll.graph.wording.ChoiceWords;

/** The options by which choices are stated, for the messages of the library. */
public final class OptionWords implements ChoiceWords {
  /** Creates the service. */
  public OptionWords() {}

  @Override
  public String of(Choice choice) {
    return switch (choice) {
      case IMPORT -> "'atoll import'";
      case IMPORT_PLAN -> "--dry-run";
      case NODES -> "--nodes FILE";
      case HEADER_YES -> "--header yes";
      case HEADER_NO -> "--header no";
      case TEXT_IDS -> "--text-ids";
      case DUPLICATES_FIRST -> "--duplicates first";
      case DUPLICATES_LAST -> "--duplicates last";
      case UNKNOWN_DROP -> "--unknown drop";
      case UNKNOWN_CREATE -> "--unknown create";
      case SOURCE -> "--source COLUMN";
      case TARGET -> "--target COLUMN";
      case ID -> "--id COLUMN";
      case LABEL -> "--label COLUMN";
      case LABEL_COLUMN -> "--label %s";
      case FEATURES -> "--features";
      case ENCODERS -> "--encode";
      case ENCODER -> "--encode '%s=%s'";
      case LIKE -> "--like";
      case SPLIT -> "--split";
      case SPLIT_SHARES -> "import --split %s";
      case SPLIT_STRATIFIED -> "--stratified";
      case SPLIT_BY -> "--by";
      case RECIPE -> "--recipe %s";
      case SETTING -> "--set %s";
      case EMBEDDINGS -> "--recipe distdgl --set embeddings=sparse";
      case LINK_PREDICTION -> "--task link";
      case UNSUPERVISED -> "--task unsupervised";
      case DEVICE_CPU -> "--device cpu";
    };
  }
}
