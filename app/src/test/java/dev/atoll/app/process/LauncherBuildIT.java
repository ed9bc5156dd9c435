package dev.atoll.app.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the launcher builds, in a project of its own with a Maven that only pretends. */
class LauncherBuildIT {
  private static final Map<String, String> MAY_BUILD = Map.of("ATOLL_NO_BUILD", "");

  @TempDir Path project;
  private Shell shell;

  @BeforeEach
  void makeProject() throws Exception {
    Path target = Shell.ROOT.resolve("app/target");
    Files.copy(Shell.ROOT.resolve("atoll"), project.resolve("atoll"));
    shell = new Shell(project);
    shell
        .run(
            """
            chmod +x atoll; touch pom.xml
            mkdir -p .git bin app/src/main; touch app/pom.xml app/src/main/Some.java
            cat > bin/mvn <<'END'
            #!/usr/bin/env bash
            echo build >> builds.txt
            [[ ! -e broken ]] || { echo "[ERROR] Some.java is broken"; exit 1; }
            sleep 0.5
            mkdir -p app/target/lib
            cp %1$s/atoll-app-*.jar app/target/
            ln -s %1$s/lib/*.jar app/target/lib/
            END
            chmod +x bin/mvn
            """
                .formatted(target))
        .succeeded();
  }

  private Shell.Result run(String script) throws Exception {
    return shell.run("PATH=\"$PWD/bin:$PATH\"; " + script, MAY_BUILD);
  }

  private long builds() throws IOException {
    return Files.readAllLines(project.resolve("builds.txt")).size();
  }

  @Test
  @Tag("slow")
  void buildsOnceAndAgainWhenASourceIsNewer() throws Exception {
    Shell.Result first = run("./atoll --version").succeeded();
    assertTrue(first.err().contains("building, once"), first.err());
    assertTrue(first.out().startsWith("Atoll "), first.out());
    assertEquals("", run("./atoll --version").succeeded().err());
    assertEquals(1, builds());
    run("touch -d '1 hour' app/src/main/Some.java; ./atoll --version").succeeded();
    assertEquals(2, builds());
    Files.delete(project.resolve(".git"));
    assertEquals("", run("./atoll --version").succeeded().err());
    assertEquals(2, builds(), "outside a checkout sources do not matter");
    assertTrue(Files.exists(project.resolve("app/target/launcher/classes.jsa")), "class data");
    assertTrue(Files.exists(project.resolve("app/target/launcher/profiles.aot")), "profiles");
  }

  @Test
  @Tag("slow")
  void aFreshCheckoutIsBuiltByTheRealMaven() throws Exception {
    shell.run("git clone -q %s fresh".formatted(Shell.ROOT)).succeeded();
    Shell.Result first = shell.run("fresh/atoll --version", MAY_BUILD).succeeded();
    assertTrue(first.err().contains("building, once"), first.err());
    assertTrue(first.out().startsWith("Atoll "), first.out());
  }

  @Tag("slow")
  @Test
  void startsAtOnceShareOneBuild() throws Exception {
    run("for i in 1 2 3; do ./atoll --version > $i.txt & done; wait; cat 1.txt 2.txt 3.txt")
        .succeeded();
    assertEquals(1, builds());
    assertTrue(Files.readString(project.resolve("3.txt")).startsWith("Atoll "));
    assertFalse(Files.exists(project.resolve("target/launcher.lock")));
  }

  @Test
  void aFailedBuildSaysWhyAndIsTriedAgain() throws Exception {
    Shell.Result failed = run("touch broken; ./atoll --version");
    assertEquals(1, failed.code());
    assertTrue(failed.err().contains("Some.java is broken"), failed.err());
    assertTrue(failed.err().contains("launcher.log"), failed.err());
    run("rm broken; ./atoll --version").succeeded();
    assertEquals(2, builds());
  }

  @Tag("slow")
  @Test
  void aLockLeftBehindIsRemoved() throws Exception {
    run("mkdir -p target/launcher.lock; echo 999999999 > target/launcher.lock/pid; ./atoll"
            + " --version")
        .succeeded();
    assertEquals(1, builds());
  }

  @Test
  void withoutMavenItSaysSo() throws Exception {
    Shell.Result failed =
        run(
            """
            for t in bash sed find git mkdir rm cat sort readlink dirname grep head mv sleep; do
              ln -s "$(command -v $t)" bin/
            done
            rm bin/mvn
            PATH="$PWD/bin" ./atoll --version
            """);
    assertEquals(1, failed.code());
    assertTrue(failed.err().contains("needs Maven"), failed.err());
  }
}
