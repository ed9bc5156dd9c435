package dev.atoll.train.loop;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Kernels;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** A backend with a preference set to true. */
final class PreferringBackend {
  private PreferringBackend() {}

  /**
   * @param preference the method of {@link Backend} that answers true
   * @param calls receives the name of every kernel that is called
   */
  static Backend of(Backend backend, String preference, Consumer<String> calls) {
    Kernels watched =
        proxy(
            Kernels.class,
            (method, arguments) -> {
              calls.accept(method.getName());
              return call(backend.kernels(), method, arguments);
            });
    return proxy(
        Backend.class,
        (method, arguments) -> {
          if (method.getName().equals(preference)) {
            return true;
          }
          return method.getName().equals("kernels") ? watched : call(backend, method, arguments);
        });
  }

  private interface Handler {
    Object call(Method method, Object... arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            PreferringBackend.class.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> handler.call(method, arguments)));
  }

  private static Object call(Object target, Method method, Object... arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
