package dev.atoll.graph.policy;

import java.util.List;

/**
 * Registers policies. Implementations are public, have a constructor without parameters and are
 * named in {@code META-INF/services/dev.atoll.graph.policy.PolicyProvider} (and in {@code
 * module-info.java} where there is one): the built-in ones and a user's own alike.
 */
public interface PolicyProvider {
  List<Policy<?>> policies();
}
