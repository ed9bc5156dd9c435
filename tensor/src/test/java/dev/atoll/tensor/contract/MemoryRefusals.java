package dev.atoll.tensor.contract;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Calls of kernels with operands whose memory is closed or a Java array, before the calls that
 * cases of the contract make.
 */
final class MemoryRefusals {
  /** Operands that some kernels have no need to read. */
  private static final Set<String> UNREAD =
      Set.of(
          "activateBackward, argument 2.rowIds",
          "activateBackwardSum, argument 2.rowIds",
          "attention, argument 0.edges.byColumn.column",
          "attention, argument 0.edges.byColumn.rowStart",
          "attention, argument 0.edges.edgeOf",
          "edgeSoftmax, argument 0.column",
          "edgeSoftmaxBackward, argument 0.column",
          "sumEdges, argument 0.column");

  private final Backend backend;
  private final Set<String> tried = new TreeSet<>();

  /** Operands that were not refused by a sentence although their memory was closed. */
  private final Set<String> taken = new TreeSet<>();

  MemoryRefusals(Backend backend) {
    this.backend = backend;
  }

  /** Makes the calls of a case; its results are not looked at. */
  void check(KernelCase kernelCase) {
    try {
      kernelCase.outcome(watched(backend.kernels()));
    } catch (AssertionError _) {
      // some cases look at results themselves, which refused calls may have changed
    }
  }

  void assertAllWereRefused() {
    assertEquals(
        Arrays.stream(Kernels.class.getMethods())
            .map(Method::getName)
            .collect(toCollection(TreeSet::new)),
        tried,
        "every method of Kernels is tried");
    assertEquals(Set.of(), taken, "operands that are taken although their memory is closed");
  }

  private Backend watched(Kernels kernels) {
    Kernels refusing =
        (Kernels)
            Proxy.newProxyInstance(
                Kernels.class.getClassLoader(),
                new Class<?>[] {Kernels.class},
                (_, method, arguments) -> {
                  if (hasWork(arguments)) {
                    tried.add(method.getName());
                    refuse(kernels, method, arguments);
                  }
                  return method.invoke(kernels, arguments);
                });
    return Proxies.of(
        Backend.class, backend, method -> method.getName().equals("kernels") ? refusing : null);
  }

  /** Whether no operand is empty: otherwise a kernel may be done before it checks the others. */
  private static boolean hasWork(Object[] arguments) {
    return Arrays.stream(arguments)
        .noneMatch(
            argument ->
                switch (argument) {
                  case Matrix m -> m.rows() == 0 || m.cols() == 0;
                  case Csr a -> a.rows() == 0 || a.nonZeros() == 0;
                  case AttentionScores scores -> scores.edges().byRow().nonZeros() == 0;
                  case null, default -> false;
                });
  }

  private void refuse(Kernels kernels, Method method, Object[] arguments)
      throws IllegalAccessException {
    for (MisplacedMemory.Call call : MisplacedMemory.calls(arguments, MisplacedMemory::closed)) {
      String operand = method.getName() + ", " + call.name();
      if (!isRefused(kernels, method, call) && !UNREAD.contains(operand)) {
        taken.add(operand);
      }
    }
    if (taken.isEmpty()) { // an unchecked null address would point to nothing
      for (MisplacedMemory.Call call : MisplacedMemory.calls(arguments, MisplacedMemory::array)) {
        isRefused(kernels, method, call);
      }
    }
  }

  private boolean isRefused(Kernels kernels, Method method, MisplacedMemory.Call call)
      throws IllegalAccessException {
    try {
      method.invoke(kernels, call.arguments());
      return false;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException
          || e.getCause() instanceof IllegalStateException) {
        return true;
      }
      taken.add(method.getName() + ", " + call.name() + ": " + e.getCause());
      return true;
    }
  }
}
