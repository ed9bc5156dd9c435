package dev.atoll.graph.policy;

import java.util.List;

/**
 * Registers policies. Implementations are public, have a constructor without parameters and are
 * named in {@code META-INF/services/dev.atoll.graph.policy.PolicyProvider} (and in {@code
 * module-info.java} if there is one); this applies to built-in and user-defined policies.
 */
public interface PolicyProvider {
  List<Policy<?>> policies();
}
