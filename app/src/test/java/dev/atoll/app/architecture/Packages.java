package dev.atoll.app.architecture;

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which packages need which, read from compiled classes: every class named in a constant pool, a
 * descriptor or a signature counts.
 */
final class Packages {
  private static final Pattern OURS = Pattern.compile("dev/atoll/[a-z/]+(?=/[A-Z])");

  private final Map<String, Set<String>> needs = new TreeMap<>();

  /** Reads all classes of some folders. */
  static Packages of(List<Path> classFolders) throws IOException {
    Packages packages = new Packages();
    for (Path folder : classFolders) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
          packages.add(ClassFile.of().parse(file));
        }
      }
    }
    return packages;
  }

  /** As if a class of one package needed one of another. */
  Packages with(String from, String to) {
    needs.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
    return this;
  }

  Set<String> names() {
    return needs.keySet();
  }

  private void add(ClassModel model) {
    Matcher own = OURS.matcher(model.thisClass().asInternalName());
    if (own.find()) {
      for (String text : mentioned(model)) {
        Matcher other = OURS.matcher(text);
        while (other.find()) {
          with(own.group(), other.group());
        }
      }
    }
  }

  private static List<String> mentioned(ClassModel model) {
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

  /** Packages that need each other round in a circle, or nothing. */
  List<String> cycle() {
    Set<String> done = new TreeSet<>();
    for (String start : needs.keySet()) {
      List<String> found = follow(start, new ArrayList<>(), done);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private List<String> follow(String name, List<String> path, Set<String> done) {
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
      List<String> found = next.equals(name) ? List.of() : follow(next, path, done);
      if (!found.isEmpty()) {
        return found;
      }
    }
    path.removeLast();
    done.add(name);
    return List.of();
  }
}
