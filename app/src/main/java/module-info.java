/** The command line; the only room that names concrete implementations. */
module dev.atoll.app {
  requires dev.atoll.cuda;
  requires dev.atoll.formats;
  requires dev.atoll.train;
  requires info.picocli;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires jdk.httpserver;
  requires jdk.management;

  exports dev.atoll.app;

  uses dev.atoll.app.bench.ClusterBenchmark;
  uses dev.atoll.app.engine.Engine;

  opens dev.atoll.app.command to
      info.picocli;
  opens dev.atoll.app.engine to
      com.fasterxml.jackson.databind;
}
