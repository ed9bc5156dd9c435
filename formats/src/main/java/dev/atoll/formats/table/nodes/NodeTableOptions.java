package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.encode.EncoderChoice;
import java.util.List;
import java.util.Optional;

/**
 * The user's options for a node table.
 *
 * @param textIds whether ids are text even where all are numbers
 * @param split to make, where there is no column of roles
 * @param classes the classes there are, by number; empty to find them
 */
public record NodeTableOptions(
    ColumnChoice columns,
    boolean textIds,
    EncoderChoice encoders,
    List<String> classes,
    Optional<TableSplit> split) {}
