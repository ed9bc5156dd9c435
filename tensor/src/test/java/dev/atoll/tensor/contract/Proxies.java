package dev.atoll.tensor.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Objects that pass most calls on to another. */
final class Proxies {
  private Proxies() {}

  /** Answers a call, or returns null to pass it on. */
  @FunctionalInterface
  interface Answer {
    Object to(Method method);
  }

  static <T> T of(Class<T> type, T target, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              Object answered = answer.to(method);
              try {
                return answered == null ? method.invoke(target, arguments) : answered;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
