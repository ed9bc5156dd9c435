package dev.atoll.tensor.cpu;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Threads that several {@link CpuBackend}s of one process share: a thread that is idle in its own
 * backend takes chunks of another's work. While a worker waits for another on the same machine, its
 * cores compute for that other worker. Results are not affected, since none depends on the thread
 * that computes it.
 *
 * <pre>{@code
 * var threads = new SharedThreads();
 * var first = CpuBackend.open(options, threads);
 * var second = CpuBackend.open(options, threads);
 * }</pre>
 */
public final class SharedThreads {
  private final List<ThreadTeam> teams = new CopyOnWriteArrayList<>();

  /** Threads that no backend has joined yet. */
  public SharedThreads() {}

  void join(ThreadTeam team) {
    teams.add(team);
  }

  void leave(ThreadTeam team) {
    teams.remove(team);
  }

  /** Whether there is another team. */
  boolean hasOthers(ThreadTeam than) {
    return teams.size() > (teams.contains(than) ? 1 : 0);
  }

  /** Whether another team has chunks left. */
  boolean haveWork(ThreadTeam than) {
    for (ThreadTeam team : teams) {
      if (team != than && team.hasWork()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Runs chunks of all teams other than {@code than} until none is left; returns whether it ran
   * any.
   */
  boolean help(ThreadTeam than) {
    boolean found = false;
    for (ThreadTeam team : teams) {
      if (team != than) {
        found |= team.takeChunks();
      }
    }
    return found;
  }

  /** Wakes at most that many threads of other teams. */
  void wake(ThreadTeam than, int most) {
    int left = most;
    for (ThreadTeam team : teams) {
      if (left > 0 && team != than) {
        left -= team.wake(left);
      }
    }
  }
}
