package dev.atoll.formats.table.nodes;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.table.CellKind;
import dev.atoll.formats.table.ClassColumn;
import dev.atoll.formats.table.PlannedColumn;
import dev.atoll.formats.table.TableFile;
import dev.atoll.formats.table.UserIds;
import dev.atoll.formats.table.encode.ColumnOutcome;
import dev.atoll.formats.table.encode.ColumnProfile;
import dev.atoll.formats.table.encode.EncoderChoice;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.wording.Choice;
import dev.atoll.graph.wording.Suggestion;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A node table of any number of files, one row per node. The first read profiles its columns, the
 * second takes the ids in order, the third everything else on all cores.
 *
 * <pre>{@code
 * var table = new NodeTable(files, options);
 * table.write(writer, arena);
 * }</pre>
 */
public final class NodeTable {
  /** Columns of a larger spread dominate others, unless they are scaled. */
  private static final double LARGE = 100;

  private final List<TableFile> files;
  private final ColumnOptions options;
  private final JoinedColumns columns;
  private final NodeProfile profile;
  private final List<Integer> featureColumns = new ArrayList<>();
  private final List<EncodedColumn> encoded = new ArrayList<>();
  private final List<PlannedColumn> plan = new ArrayList<>();
  private final RowNodes rows;
  private long withoutRows;

  /** Profiles the table and reads its ids. */
  public NodeTable(List<TableFile> files, ColumnOptions options) throws IOException {
    this.files = files;
    this.options = options;
    this.columns =
        JoinedColumns.of(
            files,
            options.choice(),
            options.encoders().like().stream()
                .map(EncodedColumn::column)
                .collect(Collectors.toSet()));
    requireKnown(options.encoders());
    if (options.split().isPresent() && columns.split() >= 0) {
      throw BadDataException.at(
          files.getFirst().origin(),
          "column '%s' has the roles of nodes already; leave %s out, or name shares and drop the column"
              .formatted(columns.names().get(columns.split()), Choice.SPLIT.text()));
    }
    this.profile = NodeProfile.of(files, columns);
    for (int file = 0; file < files.size(); file++) {
      if (profile.rows(file) == 0) {
        throw BadDataException.at(
            files.get(file).origin(), "no row after the header; expected one line for each node");
      }
    }
    requireClasses();
    UserIds ids = UserIds.empty(profile.wholeIds() && !options.textIds());
    this.rows = RowNodes.read(files, columns, profile, options.duplicates(), ids);
  }

  private void requireClasses() {
    if (columns.label() >= 0 || options.split().isEmpty() || !options.split().get().stratified()) {
      return;
    }
    List<String> candidates = LabelCandidates.of(columns, profile);
    throw BadDataException.at(
        files.getFirst().origin(),
        candidates.isEmpty()
            ? "%1$s deals out each class, but no column is a label and none has few values; %2$s names the label, or leave %1$s out"
                .formatted(Choice.SPLIT_STRATIFIED.text(), Choice.LABEL.text())
            : "%s deals out each class, but no column is a label; columns with few values: %s: %s"
                .formatted(
                    Choice.SPLIT_STRATIFIED.text(),
                    String.join(", ", candidates),
                    Choice.LABEL.text()));
  }

  /** The ids of the nodes; the nodes at the ends of edges. */
  public UserIds ids() {
    return rows.ids();
  }

  /** Whether the first row may be the names of columns: none has a name, and ids are text. */
  public boolean mayBeginWithNames() {
    return !files.getFirst().named() && !profile.wholeIds();
  }

  /** The error that {@link #write} would throw because of rows of one id that differ. */
  public Optional<BadDataException> problem() {
    return rows.problem();
  }

  /** Counts nodes that have been added to the ids and have no row: all their values are missing. */
  public void addWithoutRows(long nodes) {
    withoutRows += nodes;
    profile.addMissing(nodes);
  }

  private void requireKnown(EncoderChoice encoders) {
    for (String unknown : encoders.unknown(columns.names())) {
      throw BadDataException.at(
          files.getFirst().origin(),
          Choice.ENCODERS.text() + ": " + Suggestion.unknown("column", unknown, columns.names()));
    }
    for (EncodedColumn known : encoders.like()) {
      if (!columns.names().contains(known.column())) {
        throw BadDataException.at(
            files.getFirst().origin(),
            "no column '%s', which %s has as a feature (%s); found the columns %s"
                .formatted(known.column(), Choice.LIKE.text(), known.encoder(), columns.names()));
      }
    }
  }

  /** The outcome of each column. */
  public List<PlannedColumn> plan() {
    if (plan.isEmpty()) {
      for (int column = 0; column < columns.names().size(); column++) {
        plan(column);
      }
      if (!options.encoders().like().isEmpty()) {
        inTheOrderOfLike();
      }
    }
    return plan;
  }

  /** Remarks on rows and labels. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add("%d rows of nodes".formatted(tableRows()));
    rows.note().ifPresent(notes::add);
    List<String> candidates = LabelCandidates.of(columns, profile);
    if (columns.label() < 0 && options.encoders().like().isEmpty() && !candidates.isEmpty()) {
      notes.add(
          "no label; columns with few values: %s: %s"
              .formatted(String.join(", ", candidates), Choice.LABEL.text()));
    }
    if (columns.label() >= 0 && profile.of(columns.label()).missing() > 0) {
      notes.add("%d nodes have no label".formatted(profile.of(columns.label()).missing()));
    }
    return notes;
  }

  private long tableRows() {
    return IntStream.range(0, files.size()).mapToLong(profile::rows).sum();
  }

  private void plan(int column) {
    if (column == columns.id()) {
      line(
          column,
          "id",
          Optional.empty(),
          profile.wholeIds() && !options.textIds() ? "whole numbers" : "text");
    } else if (column == columns.label()) {
      line(column, "label", Optional.empty(), labelRemark(column));
    } else if (column == columns.split()) {
      line(column, "split", Optional.empty(), "");
    } else {
      planFeature(column);
    }
  }

  private String labelRemark(int column) {
    ColumnProfile found = profile.of(column);
    boolean fractions =
        found.hasDecimalCommas()
            || (found.isAll(CellKind.NUMBER)
                && found.values().stream().anyMatch(value -> value.contains(".")));
    if (fractions) {
      throw BadDataException.at(
          files.getFirst().origin(),
          "label column '%s' holds numbers with fractions; expected a class for each node. Atoll predicts classes, not quantities: %s names another column"
              .formatted(columns.names().get(column), Choice.LABEL.text()));
    }
    return "a class for each node";
  }

  private void planFeature(int column) {
    String name = columns.names().get(column);
    if (!columns.features().contains(column)) {
      line(column, "none", Optional.empty(), "left out: not among " + Choice.FEATURES.text());
      return;
    }
    Optional<String> unreadable = unreadable(column);
    if (unreadable.isPresent()) {
      line(column, "none", Optional.empty(), "left out: " + unreadable.get());
      return;
    }
    ColumnOutcome outcome = outcome(name, profile.of(column));
    if (outcome.features().isPresent()) {
      featureColumns.add(column);
      encoded.add(outcome.features().get());
      line(column, "features", outcome.features(), featureRemark(column));
    } else {
      line(column, "none", Optional.empty(), "left out: " + outcome.reason());
    }
  }

  private ColumnOutcome outcome(String name, ColumnProfile found) {
    try {
      return options.encoders().outcome(name, found);
    } catch (BadDataException e) {
      throw new BadDataException(files.getFirst().origin() + ": " + e.getMessage(), e);
    }
  }

  private Optional<String> unreadable(int column) {
    for (int file = 0; file < files.size(); file++) {
      int place = columns.in(file, column);
      if (place >= 0 && files.get(file).unreadable(place).isPresent()) {
        return files.get(file).unreadable(place);
      }
    }
    return Optional.empty();
  }

  private String featureRemark(int column) {
    String name = columns.names().get(column);
    boolean label =
        columns.label() < 0
            && LabelCandidates.isTelling(name)
            && options.encoders().like().isEmpty()
            && LabelCandidates.of(columns, profile).contains(name);
    return label
        ? "few values; if it is the label: " + Choice.LABEL_COLUMN.text(name)
        : absence(column);
  }

  private String absence(int column) {
    List<Integer> without = columns.filesWithout(column);
    return without.isEmpty() ? "" : "not in " + files.get(without.getFirst()).origin();
  }

  private void line(int column, String role, Optional<EncodedColumn> features, String remark) {
    ColumnProfile found = profile.of(column);
    plan.add(
        new PlannedColumn(
            files.get(columns.firstWith(column)).origin(),
            columns.names().get(column),
            role,
            features.map(EncodedColumn::encoder).orElse(""),
            features.map(EncodedColumn::featureCount).orElse(0),
            found.missing(),
            found.distinct(),
            remark));
  }

  /** Orders features as in the dataset whose encoders are taken. */
  private void inTheOrderOfLike() {
    List<Integer> order = new ArrayList<>();
    for (EncodedColumn known : options.encoders().like()) {
      order.add(columns.names().indexOf(known.column()));
    }
    featureColumns.clear();
    featureColumns.addAll(order);
    encoded.clear();
    encoded.addAll(options.encoders().like());
  }

  /** Writes ids, classes, roles and features. */
  public void write(DatasetWriter writer, Arena arena) throws IOException {
    if (problem().isPresent()) {
      throw problem().get();
    }
    plan();
    note(writer);
    ClassColumn classes = columns.label() < 0 ? null : classes(arena);
    var arrays = NodeArrays.of(writer, ids().count(), width(), hasSplit());
    NodeFilling filling = filled(arrays, classes);
    filling.unseenValues().forEach(writer::note);
    if (classes != null) {
      classes.write(writer);
    }
    if (options.split().isPresent()) {
      writer.note(madeSplit(arrays, classes));
    }
    List<EncodedColumn> measured = filling.finish(!options.encoders().like().isEmpty());
    writer.columns(measured);
    noteLargeNumbers(measured, writer);
    soleColumns(filling).forEach(writer::note);
    ids().write(writer);
  }

  /** Reads every cell as {@link #write} does, but keeps a sample only; returns its remarks. */
  public List<String> check() throws IOException {
    plan();
    try (Arena arena = Arena.ofShared()) {
      ClassColumn classes = columns.label() < 0 ? null : classes(arena);
      var arrays = NodeArrays.ofSample(ids().count(), width(), hasSplit(), arena);
      NodeFilling filling = filled(arrays, classes);
      List<String> remarks = new ArrayList<>(filling.unseenValues());
      if (classes != null) {
        classes.count();
      }
      if (options.split().isPresent()) {
        remarks.add(madeSplit(arrays, classes));
      }
      filling.finish(!options.encoders().like().isEmpty());
      remarks.addAll(soleColumns(filling));
      return remarks;
    }
  }

  private int width() {
    int width = 0;
    for (EncodedColumn column : encoded) {
      width = Math.addExact(width, column.featureCount());
    }
    return width;
  }

  private boolean hasSplit() {
    return columns.split() >= 0 || options.split().isPresent();
  }

  private NodeFilling filled(NodeArrays arrays, ClassColumn classes) throws IOException {
    var filling = new NodeFilling(columns, featureColumns, encoded, classes, rows, arrays);
    long firstRow = 0;
    for (int file = 0; file < files.size(); file++) {
      filling.read(files.get(file), file, firstRow);
      firstRow += profile.rows(file);
    }
    filling.fillWithoutRows(ids().count() - withoutRows);
    return filling;
  }

  /** Nodes of a known class have a role; without classes, those that have a row. */
  private String madeSplit(NodeArrays arrays, ClassColumn classes) throws IOException {
    long withRows = ids().count() - withoutRows;
    return new SplitMaking(files, columns, profile, rows, options.split().orElseThrow())
        .make(
            ids().count(),
            node -> classes == null ? (node < withRows ? 0 : -1) : classes.of(node),
            arrays.roles());
  }

  private List<String> soleColumns(NodeFilling filling) {
    if (!options.encoders().like().isEmpty()) {
      return List.of();
    }
    return filling.soleColumns().stream()
        .flatMap(sole -> sole.find().stream())
        .map(NodeTable::remark)
        .toList();
  }

  private static String remark(SoleColumns.Found sole) {
    return String.format(
        Locale.ROOT,
        "column '%s' alone gives AUC %.2f: is it known at prediction time? %s leaves it out",
        sole.column(),
        sole.auc(),
        Choice.ENCODER.text(sole.column(), EncoderChoice.DROP));
  }

  private ClassColumn classes(Arena arena) {
    long rows = ids().count();
    return options.classes().isEmpty()
        ? new ClassColumn(profile.numberLabels(), rows, arena)
        : ClassColumn.ofKnown(options.classes(), rows, arena);
  }

  private void note(DatasetWriter writer) {
    for (PlannedColumn line : plan) {
      if (line.role().equals("none")) {
        writer.note("column '%s' %s".formatted(line.column(), line.remark()));
      }
    }
    for (int i = 0; i < encoded.size(); i++) {
      long missing = profile.of(featureColumns.get(i)).missing();
      if (missing > 0) {
        writer.note(
            "column '%s': %d missing values %s"
                .formatted(
                    encoded.get(i).column(),
                    missing,
                    encoded.get(i).numbers() == null
                        ? "set no feature"
                        : "replaced by the mean and marked in a column of their own"));
      }
    }
    notes().forEach(writer::note);
  }

  private static void noteLargeNumbers(List<EncodedColumn> measured, DatasetWriter writer) {
    List<String> large =
        measured.stream()
            .filter(c -> c.numbers() != null && !c.numbers().scaled())
            .filter(c -> Math.hypot(c.numbers().mean(), c.numbers().deviation()) > LARGE)
            .map(EncodedColumn::column)
            .toList();
    if (!large.isEmpty()) {
      writer.note(
          "%d columns hold large numbers (%s): import with %s, or train with features.normalize=standard"
              .formatted(
                  large.size(),
                  String.join(", ", large),
                  Choice.ENCODER.text(EncoderChoice.OTHERS, "standard")));
    }
  }
}
