package dev.atoll.train.loop;

import dev.atoll.tensor.Backend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** The host's backend with next to no memory free, by its own account. */
final class CrampedBackend {
  private CrampedBackend() {}

  static Backend of(Backend host, long freeBytes) {
    return (Backend)
        Proxy.newProxyInstance(
            CrampedBackend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (_, method, arguments) -> {
              if (method.getName().equals("freeBytes")) {
                return freeBytes;
              }
              try {
                return method.invoke(host, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
