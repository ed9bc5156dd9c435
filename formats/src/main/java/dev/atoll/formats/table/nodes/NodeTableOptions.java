package dev.atoll.formats.table.nodes;

import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.encode.EncoderChoice;
import java.util.List;
import java.util.Optional;

/**
 * The user's options for a node table.
 *
 * @param textIds whether ids are text even if all are numbers
 * @param duplicates the treatment of differing rows of one id
 * @param split the split to make if there is no column of roles
 * @param classes the names of the classes, by number; empty to determine them
 */
public record NodeTableOptions(
    ColumnChoice columns,
    boolean textIds,
    DuplicateRule duplicates,
    EncoderChoice encoders,
    List<String> classes,
    Optional<TableSplit> split) {}
