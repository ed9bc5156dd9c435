package dev.atoll.train.loop;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A backend that knows which of its workspaces are not closed. */
final class HeldMemory {
  private final Set<Workspace> open = ConcurrentHashMap.newKeySet();
  private final Backend backend;

  HeldMemory(Backend counted) {
    this.backend =
        proxy(
            Backend.class,
            (_, method, arguments) -> {
              Object result = call(counted, method, arguments);
              return result instanceof Workspace workspace ? watched(workspace) : result;
            });
  }

  private Workspace watched(Workspace workspace) {
    open.add(workspace);
    return proxy(
        Workspace.class,
        (_, method, arguments) -> {
          if (method.getName().equals("close")) {
            open.remove(workspace);
          }
          return call(workspace, method, arguments);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(HeldMemory.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  Backend backend() {
    return backend;
  }

  /** Workspaces that are not closed. */
  int workspaces() {
    return open.size();
  }

  /** Bytes that they hold. */
  long bytes() {
    return open.stream().mapToLong(Workspace::heldBytes).sum();
  }
}
