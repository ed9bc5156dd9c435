/** Small programs that use Atoll as a library, and a plug-in; not shipped. */
module dev.atoll.examples {
  requires dev.atoll.recipe;

  exports dev.atoll.examples;
  exports dev.atoll.examples.plugin;

  provides dev.atoll.graph.policy.PolicyProvider with
      dev.atoll.examples.plugin.ExamplePolicies;
}
