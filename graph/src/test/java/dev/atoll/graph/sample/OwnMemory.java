package dev.atoll.graph.sample;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RowSlice;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The memory outside of the heap that objects keep in their fields, however deep. */
final class OwnMemory {
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<MemorySegment> segments = Collections.newSetFromMap(new IdentityHashMap<>());

  private OwnMemory() {}

  /**
   * The memory of an owner; the memory of graphs and their rows is not part of it.
   *
   * @param others objects whose memory does not count, even if the owner refers to it
   */
  static OwnMemory of(Object owner, Object... others) {
    var memory = new OwnMemory();
    List.of(others).forEach(memory::visit);
    memory.segments.clear();
    memory.visit(owner);
    return memory;
  }

  private void visit(Object object) {
    if (object == null || !seen.add(object)) {
      return;
    }
    switch (object) {
      case CsrGraph _, RowSlice _, LocalNeighbors _ -> {}
      case MemorySegment segment -> segments.add(segment);
      case Collection<?> objects -> objects.forEach(this::visit);
      case Object[] objects -> List.of(objects).forEach(this::visit);
      default -> {
        for (Class<?> c = object.getClass(); isOurs(c); c = c.getSuperclass()) {
          for (Field field : c.getDeclaredFields()) {
            if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
              visit(value(field, object));
            }
          }
        }
      }
    }
  }

  private static boolean isOurs(Class<?> c) {
    return c.getName().startsWith("dev.atoll.") && !c.isHidden();
  }

  private static Object value(Field field, Object object) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  long bytes() {
    return segments.stream().mapToLong(MemorySegment::byteSize).sum();
  }

  /** Pieces that are not released. */
  long open() {
    return segments.stream().filter(segment -> segment.scope().isAlive()).count();
  }
}
