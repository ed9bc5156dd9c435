package dev.atoll.recipe.compose;

import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The machines of a run, the lead first. Ranks are dealt in this order.
 *
 * @param all at least one
 */
public record Hosts(List<Host> all) {
  private static final String NONE = HostKeys.HOSTS.fallback();

  /**
   * A machine.
   *
   * @param name its name or address, by which the others reach it
   * @param firstRank of its workers
   */
  public record Host(String name, int firstRank, int workers) {
    /** The ranks of its workers. */
    public List<Integer> ranks() {
      return IntStream.range(firstRank, firstRank + workers).boxed().toList();
    }
  }

  /** Whether the settings name any. */
  public static boolean areGiven(Settings settings) {
    return !settings.get(HostKeys.HOSTS).equals(NONE);
  }

  /** The hosts that the settings name, or only this machine. */
  public static Hosts in(Settings settings) {
    return areGiven(settings)
        ? of(settings)
        : new Hosts(List.of(new Host(TcpSettings.LOCAL.host(), 0, settings.integer(Keys.WORKERS))));
  }

  /**
   * The hosts that the settings name.
   *
   * @throws SettingsException when they do not fit the workers
   */
  public static Hosts of(Settings settings) {
    Hosts hosts = parse(settings.get(HostKeys.HOSTS));
    if (!settings.get(Keys.ENGINE).equals("processes")) {
      throw new SettingsException(
          "hosts with engine=%s: expected --engine processes".formatted(settings.get(Keys.ENGINE)));
    }
    int workers = settings.integer(Keys.WORKERS);
    if (hosts.workers() != workers) {
      throw new SettingsException(
          "hosts=%s name %d workers, but workers=%d: give --workers %d, or HOST:N with the number of each"
              .formatted(settings.get(HostKeys.HOSTS), hosts.workers(), workers, hosts.workers()));
    }
    int trainers = settings.integer(HostKeys.TRAINERS);
    for (Host host : hosts.all) {
      if (host.workers % trainers != 0) {
        throw new SettingsException(
            "host %s has %d workers, but trainers=%d: the trainers of a part share a machine; expected a multiple of %d"
                .formatted(host.name, host.workers, trainers, trainers));
      }
    }
    return hosts;
  }

  /**
   * Reads {@code HOST[:N],HOST[:N],…}.
   *
   * @throws SettingsException naming the entry that is wrong
   */
  public static Hosts parse(String text) {
    List<Host> hosts = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int rank = 0;
    for (String entry : text.split(",", -1)) {
      int colon = entry.lastIndexOf(':');
      String name = (colon < 0 ? entry : entry.substring(0, colon)).strip();
      int workers = colon < 0 ? 1 : count(entry, entry.substring(colon + 1).strip());
      if (name.isEmpty() || !names.add(name)) {
        throw new SettingsException(
            "hosts=%s: entry '%s' %s; expected HOST[:N],HOST[:N],… with each host once"
                .formatted(text, entry, name.isEmpty() ? "names no host" : "repeats a host"));
      }
      hosts.add(new Host(name, rank, workers));
      rank += workers;
    }
    return new Hosts(hosts);
  }

  private static int count(String entry, String digits) {
    try {
      int workers = Integer.parseInt(digits);
      if (workers >= 1) {
        return workers;
      }
    } catch (NumberFormatException _) {
      // the message below says what is expected
    }
    throw new SettingsException(
        "hosts: '%s' has %s workers; expected HOST or HOST:N with N from 1"
            .formatted(entry, digits.isEmpty() ? "no number of" : "'" + digits + "'"));
  }

  /** Workers of all hosts. */
  public int workers() {
    return all.stream().mapToInt(Host::workers).sum();
  }

  /** Workers of the machine that has most. */
  int mostWorkers() {
    return all.stream().mapToInt(Host::workers).max().orElseThrow();
  }

  /** The machine of the run folder, whose first process is rank 0. */
  public Host lead() {
    return all.getFirst();
  }

  /** The machines that join it. */
  public List<Host> others() {
    return all.subList(1, all.size());
  }

  /**
   * The host that a caller is.
   *
   * @param name by which it calls itself; empty if it sent none
   * @param from the address it calls from
   * @throws SettingsException if no host matches
   */
  public Host named(String name, InetAddress from) {
    return others().stream()
        .filter(host -> name.isEmpty() ? isAt(host.name, from) : host.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingsException(
                    "%s is not among the hosts that join this run (%s): start it with --host and one of these names"
                        .formatted(
                            name.isEmpty() ? from.getHostAddress() : name,
                            others().stream().map(Host::name).collect(Collectors.joining(", ")))));
  }

  private static boolean isAt(String name, InetAddress address) {
    try {
      return List.of(InetAddress.getAllByName(name)).contains(address);
    } catch (UnknownHostException _) {
      return false; // a name that only the other machines know
    }
  }
}
