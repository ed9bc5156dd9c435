package dev.atoll.app.command;

import dev.atoll.app.command.option.ComparisonOptions;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.compare.Comparison;
import dev.atoll.app.compare.ComparisonColumn;
import dev.atoll.app.compare.ComparisonFolder;
import dev.atoll.app.compare.ComparisonPlan;
import dev.atoll.app.compare.ComparisonResult;
import dev.atoll.app.compare.ComparisonRun;
import dev.atoll.app.compare.ComparisonSummary;
import dev.atoll.app.compare.ComparisonTable;
import dev.atoll.app.compare.Contender;
import dev.atoll.app.compare.PlannedRun;
import dev.atoll.app.compare.SettingDifferences;
import dev.atoll.app.data.Datasets;
import dev.atoll.app.report.ComparisonReport;
import dev.atoll.app.report.ReportOptions;
import dev.atoll.app.screen.Screen;
import dev.atoll.recipe.log.ErrorText;
import dev.atoll.recipe.run.FolderLock;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains with several recipes and compares them side by side. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Runs several recipes on the same data and the same draws, and compares them side by side: a"
          + " table, and one HTML report that needs nothing but a browser.",
      "Every recipe runs with every value that varies on every number of workers and every dataset,"
          + " once per seed. Where several recipes are compared, no preset of the dataset applies"
          + " unless --set preset=auto says so."
          + " A run that fails does not stop the others; --resume runs the missing ones."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll compare --recipes distdgl,fastsample --workers 2,4 --seeds 3",
      "  atoll compare --recipes distdgl,bns-gcn --data cora,citeseer   a table for each dataset",
      "  atoll compare --recipes distdgl --vary exchange.codec=fp32,fp16,int8",
      "  atoll compare --recipes distdgl:batch=64,distdgl:batch=512   with different settings",
      "  atoll compare --preset fastsample --data citeseer            a paper's comparison",
      "  atoll compare --resume runs/compare-20260131-120000          after an interruption"
    })
final class CompareCommand implements Callable<Integer> {
  private static final int SOME_FAILED = 1;

  @Mixin private ComparisonOptions options;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "the folder of the comparison (runs/compare-TIME)")
  private Path out;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "resume a comparison: finished runs are kept, missing ones are run")
  private Path resume;

  @Option(
      names = "--columns",
      paramLabel = "A,B,…",
      split = ",",
      description =
          "columns of the table on the screen, in Markdown and in LaTeX, such as"
              + " accuracy,bytes,epoch (all; in LaTeX accuracy,bytes,epoch,memory)")
  private List<String> columns = new ArrayList<>();

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    ComparisonColumn.check(columns);
    Screen screen = output.screen();
    Comparison comparison = resume == null ? options.comparison() : begun();
    ComparisonPlan plan = ComparisonPlan.of(comparison);
    for (PlannedRun run : plan.allRuns()) {
      Datasets.locate(run.job().settings().get(Keys.DATA));
    }
    ComparisonFolder folder = resume == null ? create(comparison) : new ComparisonFolder(resume);
    try (FolderLock _ = FolderLock.take(folder.path())) {
      introduce(screen, plan);
      var rows = new ComparisonRun(plan, folder, screen, Datasets::open, ErrorText::of).rows();
      var result = new ComparisonResult(comparison, rows, plan.leftOut());
      conclude(screen, result, folder);
      return result.failures() == 0 ? 0 : SOME_FAILED;
    }
  }

  private Comparison begun() throws IOException {
    if (out != null || options.anyGiven()) {
      throw new SettingsException(
          "--resume takes everything from the comparison: leave out the other options");
    }
    return Comparison.of(ComparisonFolder.begun(resume).readBegun());
  }

  private ComparisonFolder create(Comparison comparison) throws IOException {
    return ComparisonFolder.create(out == null ? RunFolder.fresh("compare") : out, comparison);
  }

  private static void introduce(Screen screen, ComparisonPlan plan) {
    screen.remark("runs %d, rows %d".formatted(plan.allRuns().size(), plan.runs().size()));
    if (plan.comparison().isWithoutPresetByDefault()) {
      screen.remark(
          "no preset applies, because several recipes are compared; --set preset=auto applies that"
              + " of dataset and model to all");
    } else {
      plan.byPreset()
          .forEach((preset, contenders) -> screen.remark(presetText(plan, preset, contenders)));
    }
    Map<String, SettingDifferences> byData = SettingDifferences.byData(plan);
    byData.forEach(
        (data, differences) ->
            differences
                .warning()
                .map(warning -> byData.size() > 1 ? "data " + data + ": " + warning : warning)
                .ifPresent(screen::remark));
    plan.leftOut()
        .forEach(
            (contender, why) ->
                screen.remark("left out " + contender.labelWithData() + ": " + why));
  }

  private static String presetText(ComparisonPlan plan, String preset, List<Contender> contenders) {
    String rows =
        contenders.size() == plan.runs().size()
            ? "all rows"
            : contenders.stream()
                .map(Contender::labelWithData)
                .distinct()
                .collect(Collectors.joining(", "));
    return "preset %s: %s".formatted(preset, rows);
  }

  /** Shows remarks that a reader of the table needs: unequal settings, and notes on the data. */
  private static void showConditions(Screen screen, ComparisonResult own, List<String> notes) {
    SettingDifferences differences = SettingDifferences.of(own);
    if (!differences.isEmpty()) {
      screen.line("settings that differ between rows:");
      differences.table().show(screen);
    }
    notes.stream()
        .filter(Datasets::isAboutFeatures)
        .forEach(note -> screen.line("note on the data: " + note));
  }

  private void conclude(Screen screen, ComparisonResult result, ComparisonFolder folder)
      throws IOException {
    ComparisonSummary summary = ComparisonSummary.of(result, folder);
    folder.write(summary);
    Map<String, ComparisonResult> byData = result.byData();
    Map<String, List<String>> notes = new LinkedHashMap<>();
    for (String data : byData.keySet()) {
      notes.put(data, Datasets.notes(data));
    }
    ComparisonReport.write(result, new ReportOptions(columns, notes), folder.report());
    folder.seal();
    byData.forEach(
        (data, own) -> {
          if (byData.size() > 1) {
            screen.line("data " + data);
          }
          ComparisonTable.of(own, columns).show(screen);
          showConditions(screen, own, notes.get(data));
        });
    if (result.failures() > 0) {
      screen.remark(
          "%d runs failed; to try them again: atoll compare --resume %s"
              .formatted(result.failures(), folder.path()));
    }
    screen.line("report " + folder.report());
    output.write(summary);
  }
}
