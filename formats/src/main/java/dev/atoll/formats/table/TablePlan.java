package dev.atoll.formats.table;

import java.util.List;

/**
 * The planned import of tables.
 *
 * @param columns the outcome of each
 * @param notes remarks on rows and labels
 * @param problems the reasons for which the import would be refused
 */
public record TablePlan(List<PlannedColumn> columns, List<String> notes, List<String> problems) {}
