package dev.atoll.comm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;

/** Transports whose calls a test sees before they are made. */
final class Watched {
  private Watched() {}

  /** Sees a call; may wait, or fail in its place. */
  @FunctionalInterface
  interface Watch {
    void before(Method method) throws Exception;
  }

  static Transport transport(Transport real, Watch calls) {
    return transport(real, calls, _ -> {});
  }

  /**
   * A transport whose listeners are watched as well.
   *
   * @param told sees the calls to every listener that is added
   */
  static Transport transport(Transport real, Watch calls, Watch told) {
    return proxy(
        Transport.class,
        real,
        calls,
        argument ->
            argument instanceof Transport.Listener listener
                ? proxy(Transport.Listener.class, listener, told, same -> same)
                : argument);
  }

  private static <T> T proxy(Class<T> type, T real, Watch watch, UnaryOperator<Object> argument) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              watch.before(method);
              Object[] passed = arguments == null ? new Object[0] : arguments.clone();
              for (int i = 0; i < passed.length; i++) {
                passed[i] = argument.apply(passed[i]);
              }
              try {
                return method.invoke(real, passed);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
