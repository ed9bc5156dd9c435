package dev.atoll.bench.placement;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.SamplingBackend;
import dev.atoll.tensor.sample.TieredRows;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BiFunction;

/** A device that only counts: a row of the host takes ten times as long as one of its own. */
public final class CountingDevice {
  static final double SECONDS_PER_ROW = 0.5;
  static final int COST_OF_HOST = 10;

  private CountingDevice() {}

  /** Opens the device. */
  public static SamplingBackend open() {
    return answering(
        SamplingBackend.class,
        (name, _) ->
            switch (name) {
              case "describe" -> "a device that counts";
              case "sampling" -> new Graph();
              default -> null;
            });
  }

  private record Graph() implements DeviceGraph {
    @Override
    public DeviceSampler newSampler() {
      var batch = new Batch();
      return answering(DeviceSampler.class, batch::answer);
    }

    @Override
    public TieredRows rows(Matrix host, int[] near, int[] pinned) {
      var set = new BitSet();
      set.set(0, near == null ? host.rows() : 0);
      Arrays.stream(near == null ? new int[0] : near).forEach(set::set);
      return new Rows(set, host.cols());
    }

    @Override
    public long freeBytes() {
      return Long.MAX_VALUE;
    }

    @Override
    public long heldBytes() {
      return 0;
    }

    @Override
    public boolean readsHost() {
      return false;
    }

    @Override
    public void close() {}
  }

  private record Rows(BitSet near, int width) implements TieredRows {
    @Override
    public int rows(RowTier tier) {
      return tier == RowTier.DEVICE ? near.cardinality() : 0;
    }

    @Override
    public long heldBytes() {
      return 0;
    }

    @Override
    public long rowBytes() {
      return (long) width * Float.BYTES;
    }

    @Override
    public void close() {}
  }

  /** A sampler's batch and its rows by tier. */
  private static final class Batch {
    private long[] nodes = {};
    private int local;

    Object answer(String method, Object[] arguments) {
      switch (method) {
        case "begin" -> nodes = ((long[]) arguments[0]).clone();
        case "gather" -> {
          BitSet near = ((Rows) arguments[0]).near();
          local = (int) Arrays.stream(nodes).filter(node -> near.get((int) node)).count();
        }
        case "rowsRead" -> {
          return rows((RowTier) arguments[0]);
        }
        case "secondsRead" -> {
          int cost = arguments[0] == RowTier.DEVICE ? 1 : COST_OF_HOST;
          return SECONDS_PER_ROW * rows((RowTier) arguments[0]) * cost;
        }
        default -> {}
      }
      return null;
    }

    private int rows(RowTier tier) {
      return switch (tier) {
        case DEVICE -> local;
        case PINNED -> nodes.length - local;
        case PAGEABLE -> 0;
      };
    }
  }

  private static <T> T answering(Class<T> type, BiFunction<String, Object[], Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> answer.apply(method.getName(), arguments)));
  }
}
