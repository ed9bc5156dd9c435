package dev.atoll.tensor.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class BackgroundThreadsTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void theyAndTheThreadsTheyStartYieldToAllOthers() throws Exception {
    int before = nice();
    assertEquals(19, on(BackgroundThreads.named("late"), BackgroundThreadsTest::nice));
    assertEquals(
        19,
        on(
            BackgroundThreads.named("late"),
            () -> on(Thread.ofPlatform().factory(), BackgroundThreadsTest::nice)));
    assertEquals(before, nice());
  }

  @Test
  void theyAreNamedAndDoNotKeepTheProcessAlive() throws Exception {
    Thread thread = on(BackgroundThreads.named("late"), Thread::currentThread);
    assertEquals("late", thread.getName());
    assertTrue(thread.isDaemon());
  }

  private static <T> T on(ThreadFactory threads, Callable<T> work) throws Exception {
    var task = new FutureTask<>(work);
    threads.newThread(task).start();
    return task.get();
  }

  /** The priority of the calling thread: the 17th field after the name, in brackets. */
  private static int nice() {
    try {
      String stat = Files.readString(Path.of("/proc/thread-self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Integer.parseInt(fields[16]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
