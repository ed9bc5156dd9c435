/** Settings, recipes and presets; a run composed of them; engines and run folders. */
module dev.atoll.recipe {
  requires transitive dev.atoll.cuda;
  requires transitive dev.atoll.formats;
  requires transitive dev.atoll.train;
  requires transitive com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires jdk.management;

  exports dev.atoll.recipe;
  exports dev.atoll.recipe.model;
  exports dev.atoll.recipe.result;
  exports dev.atoll.recipe.settings;
  exports dev.atoll.recipe.compose to
      dev.atoll.app;
  exports dev.atoll.recipe.engine to
      dev.atoll.app;
  exports dev.atoll.recipe.log to
      dev.atoll.app;
  exports dev.atoll.recipe.run to
      dev.atoll.app;

  opens dev.atoll.recipe.engine to
      com.fasterxml.jackson.databind;
  opens dev.atoll.recipe.model to
      com.fasterxml.jackson.databind;
  opens dev.atoll.recipe.result to
      com.fasterxml.jackson.databind;
  opens dev.atoll.recipe.run to
      com.fasterxml.jackson.databind;

  uses dev.atoll.recipe.engine.Engine;
  uses dev.atoll.recipe.engine.TableTrial;

  provides dev.atoll.recipe.engine.Engine with
      dev.atoll.recipe.engine.ThreadsEngine,
      dev.atoll.recipe.engine.ProcessesEngine;
}
