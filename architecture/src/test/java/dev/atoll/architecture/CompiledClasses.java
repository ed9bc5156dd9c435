package dev.atoll.architecture;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The references between Atoll's classes, read from class files: every class named in a constant
 * pool, a descriptor or a signature counts. Names are internal ones: {@code
 * dev/atoll/graph/Dataset}; nested classes count as their outer class.
 */
final class CompiledClasses {
  private static final Pattern OURS = Pattern.compile("dev/atoll/(?:[a-z0-9]+/)+[A-Z][A-Za-z0-9]*");

  private final Map<String, Set<String>> references = new TreeMap<>();
  private final Map<String, Set<String>> supertypes = new TreeMap<>();
  private final Map<String, String> modules = new TreeMap<>();

  /** Reads the main classes of modules. */
  static CompiledClasses of(List<Path> modules) throws IOException {
    CompiledClasses classes = new CompiledClasses();
    for (Path module : modules) {
      try (Stream<Path> files = Files.walk(module.resolve("target/classes"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
          classes.add(ClassFile.of().parse(file), module.getFileName().toString());
        }
      }
    }
    return classes;
  }

  /** Adds a reference from one class to another. */
  CompiledClasses with(String from, String to) {
    references.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
    return this;
  }

  private void add(ClassModel model, String module) {
    Matcher own = OURS.matcher(model.thisClass().asInternalName());
    if (!own.find()) {
      return;
    }
    modules.put(own.group(), module);
    Set<String> parents = supertypes.computeIfAbsent(own.group(), _ -> new TreeSet<>());
    model.superclass().ifPresent(parent -> parents.add(parent.asInternalName()));
    model.interfaces().forEach(parent -> parents.add(parent.asInternalName()));
    for (String text : texts(model)) {
      Matcher other = OURS.matcher(text);
      while (other.find()) {
        with(own.group(), other.group());
      }
    }
  }

  private static List<String> texts(ClassModel model) {
    List<String> texts = new ArrayList<>();
    for (PoolEntry entry : model.constantPool()) {
      switch (entry) {
        case ClassEntry type -> texts.add(type.asInternalName());
        case NameAndTypeEntry member -> texts.add(member.type().stringValue());
        case MethodTypeEntry method -> texts.add(method.descriptor().stringValue());
        default -> {}
      }
    }
    model.fields().forEach(field -> texts.add(field.fieldType().stringValue()));
    model.methods().forEach(method -> texts.add(method.methodType().stringValue()));
    return texts;
  }

  /** The classes that were read. */
  Set<String> names() {
    return modules.keySet();
  }

  /** The module of a class. */
  String module(String name) {
    return modules.getOrDefault(name, "");
  }

  /** The classes that a class names. */
  Set<String> references(String name) {
    return references.getOrDefault(name, Set.of());
  }

  /** Whether a class, or a class nested in it, extends or implements a type. */
  boolean isSubtype(String name, String type) {
    return isSubtype(name, type, new HashSet<>());
  }

  private boolean isSubtype(String name, String type, Set<String> seen) {
    for (String parent : supertypes.getOrDefault(name, Set.of())) {
      if (parent.equals(type) || (seen.add(parent) && isSubtype(parent, type, seen))) {
        return true;
      }
    }
    return false;
  }

  static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('/'));
  }

  /** Packages whose classes name each other in a cycle; empty when there is none. */
  List<String> packageCycle() {
    Map<String, Set<String>> needs = new TreeMap<>();
    references.forEach(
        (from, all) ->
            all.forEach(
                to ->
                    needs
                        .computeIfAbsent(packageOf(from), _ -> new TreeSet<>())
                        .add(packageOf(to))));
    Set<String> done = new TreeSet<>();
    for (String start : needs.keySet()) {
      List<String> found = follow(start, needs, new ArrayList<>(), done);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private static List<String> follow(
      String name, Map<String, Set<String>> needs, List<String> path, Set<String> done) {
    if (path.contains(name)) {
      List<String> cycle = new ArrayList<>(path.subList(path.indexOf(name), path.size()));
      cycle.add(name);
      return cycle;
    }
    if (done.contains(name)) {
      return List.of();
    }
    path.add(name);
    for (String next : needs.getOrDefault(name, Set.of())) {
      List<String> found = next.equals(name) ? List.of() : follow(next, needs, path, done);
      if (!found.isEmpty()) {
        return found;
      }
    }
    path.removeLast();
    done.add(name);
    return List.of();
  }
}
