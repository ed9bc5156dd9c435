/** The command line: commands, charts, reports, dashboard, planner. */
module dev.atoll.app {
  requires dev.atoll.recipe;
  requires info.picocli;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires jdk.httpserver;
  requires jdk.management;

  exports dev.atoll.app;

  provides System.LoggerFinder with
      dev.atoll.app.screen.ScreenLoggers;
  provides dev.atoll.graph.wording.ChoiceWords with
      dev.atoll.app.command.option.OptionWords;

  uses dev.atoll.app.command.CommandProvider;

  opens dev.atoll.app.command to
      com.fasterxml.jackson.databind,
      info.picocli;
  opens dev.atoll.app.command.option to
      info.picocli;
  opens dev.atoll.app.compare to
      com.fasterxml.jackson.databind;
  opens dev.atoll.app.dashboard to
      com.fasterxml.jackson.databind;
  opens dev.atoll.app.describe to
      com.fasterxml.jackson.databind;
  opens dev.atoll.app.partition to
      com.fasterxml.jackson.databind;
}
