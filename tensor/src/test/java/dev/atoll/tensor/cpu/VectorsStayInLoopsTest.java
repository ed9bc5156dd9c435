package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rule of {@link VectorLanes}: a vector that crosses a call may become an object. */
final class VectorsStayInLoopsTest {
  private static final String VECTOR_API = "Ljdk/incubator/vector/";

  @Test
  void noMethodTakesOrReturnsAVector() throws IOException, URISyntaxException {
    URL kernels = VectorKernels.class.getResource("VectorKernels.class");
    var crossing = new TreeSet<String>();
    var read = new TreeSet<String>();
    try (Stream<Path> files = Files.list(Path.of(kernels.toURI()).getParent())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        ClassModel model = ClassFile.of().parse(file);
        String name = model.thisClass().asSymbol().displayName();
        read.add(name);
        if (!name.contains("Test")) {
          crossing.addAll(methodsOfVectors(name, model));
        }
      }
    }
    assertTrue(read.containsAll(List.of("VectorRows", "VectorEdges", "SpmmLanes")), read::toString);
    assertEquals(Set.of("VectorLanes.rotation"), crossing);
  }

  private static List<String> methodsOfVectors(String name, ClassModel model) {
    return model.methods().stream()
        .filter(method -> method.methodType().stringValue().contains(VECTOR_API))
        .map(method -> name + "." + method.methodName().stringValue())
        .toList();
  }
}
