/** Files of graphs: dataset and shard folders, importers and exporters; uses graph and files. */
module dev.atoll.formats {
  requires transitive dev.atoll.files;
  requires transitive dev.atoll.graph;
  requires aircompressor.v3;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.yaml;

  exports dev.atoll.formats.dataset;
  exports dev.atoll.formats.importer;
  exports dev.atoll.formats to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.formats.npy to
      dev.atoll.app;
  exports dev.atoll.formats.parquet to
      dev.atoll.app;
  exports dev.atoll.formats.shard to
      dev.atoll.recipe,
      dev.atoll.app;
  exports dev.atoll.formats.table to
      dev.atoll.app;
  exports dev.atoll.formats.table.encode to
      dev.atoll.app;
  exports dev.atoll.formats.table.nodes to
      dev.atoll.app;
  exports dev.atoll.formats.text to
      dev.atoll.app;

  opens dev.atoll.formats.table to
      com.fasterxml.jackson.databind;
  opens dev.atoll.formats.table.encode to
      com.fasterxml.jackson.databind;
  opens dev.atoll.formats.table.nodes to
      com.fasterxml.jackson.databind;
  opens dev.atoll.formats.text to
      com.fasterxml.jackson.databind;
  opens dev.atoll.formats.dataset to
      com.fasterxml.jackson.databind;
  opens dev.atoll.formats.shard to
      com.fasterxml.jackson.databind;
}
