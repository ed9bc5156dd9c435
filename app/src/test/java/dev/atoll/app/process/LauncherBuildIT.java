package dev.atoll.app.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conditions under which the launcher builds, in a project of its own with a fake Maven. */
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
            mkdir -p .git bin app/src/main; touch app/pom.xml; echo class > app/src/main/Some.java
            cat > bin/mvn <<'END'
            #!/usr/bin/env bash
            echo "build $*" >> builds.txt
            [[ ! -e broken ]] || { echo "[ERROR] Some.java is broken"; exit 1; }
            [[ ! -p hold ]] || { echo begun > begun; read -r < hold; }
            mkdir -p app/target/lib
            cp %1$s/atoll-app-*.jar app/target/
            cp -s -f %1$s/lib/*.jar app/target/lib/
            if [[ "$*" == *spark* ]]; then
              mkdir -p spark/target
              echo > spark/target/atoll-spark-x-all.jar
              echo nothing.jar > spark/target/classpath
            fi
            if [[ "$*" == *claims* ]]; then
              mkdir -p {bench,claims}/target
              touch bench/target/atoll-bench-x.jar claims/target/atoll-claims-x.jar
            fi
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
  void buildsOnceAndAgainWhenASourceHasChanged() throws Exception {
    Shell.Result first = run("./atoll --version").succeeded();
    assertTrue(first.err().contains("building, once"), first.err());
    assertTrue(first.out().startsWith("Atoll "), first.out());
    assertEquals("", run("./atoll --version").succeeded().err());
    assertEquals(1, builds());
    Path current = build();
    assertTrue(Files.exists(current.resolve("launcher/classes.jsa")), "class data");
    assertTrue(Files.exists(current.resolve("launcher/profiles.aot")), "profiles");
    run("touch -d '1 hour' app/src/main/Some.java; ./atoll --version").succeeded();
    assertEquals(1, builds(), "another time of the same source");
    run("echo interface > app/src/main/Some.java; touch -d '1 hour' app/src/main/Some.java")
        .succeeded();
    run("./atoll --version").succeeded();
    assertEquals(2, builds());
    assertNotEquals(current, build());
    run("rm app/src/main/Some.java; touch -d '2 hours' app/src/main; ./atoll --version")
        .succeeded();
    assertEquals(3, builds(), "a source that is gone");
    Files.delete(project.resolve(".git"));
    run("echo enum > app/src/main/Some.java; touch -d '3 hours' app/src/main/Some.java")
        .succeeded();
    assertEquals("", run("./atoll --version").succeeded().err());
    assertEquals(3, builds(), "outside a checkout sources do not matter");
  }

  /** The newest build. */
  private Path build() throws IOException {
    Path builds = project.resolve("target/launcher");
    return builds.resolve(Files.readString(builds.resolve("current")).strip());
  }

  private void change() throws Exception {
    run("date +%N >> app/src/main/Some.java; touch -d '1 hour' app/src/main/Some.java").succeeded();
  }

  @Test
  @Tag("slow")
  void aCopiedCheckoutIsNotBuiltAgain() throws Exception {
    run("./atoll --version").succeeded();
    Shell.Result copied =
        run(
            """
            mkdir copy; cp -r $(ls -A | grep -v copy) copy/
            find copy/app/src copy/pom.xml -exec touch -d '1 hour' {} +
            copy/atoll --version; wc -l < copy/builds.txt
            ATOLL_JAVA_OPTS=-Xshare:on copy/atoll train --quiet --epochs 2 --out run
            """);
    assertEquals("1", copied.succeeded().out().lines().toList().getLast().strip());
    assertEquals("", copied.err());
  }

  /** Its jars may be opened at any moment. */
  @Test
  @Tag("slow")
  void whatRunsKeepsItsBuild() throws Exception {
    run("./atoll --version").succeeded();
    Path first = build();
    Path user = first.resolve("users/%s.%d".formatted(host(), ProcessHandle.current().pid()));
    Files.createFile(user);
    for (int i = 0; i < 3; i++) {
      change();
      run("./atoll --version").succeeded();
      assertTrue(Files.exists(first.resolve("lib")), "used");
    }
    Files.delete(user);
    change();
    run("./atoll --version").succeeded();
    assertFalse(Files.exists(first), "used no more");
    try (Stream<Path> builds = Files.list(first.getParent())) {
      assertEquals(2, builds.filter(Files::isDirectory).count(), "the newest and the one before");
    }
  }

  private String host() throws Exception {
    return run("echo $HOSTNAME").succeeded().out().strip();
  }

  /** Benchmarks and claims are built when they are first asked for. */
  @Test
  @Tag("slow")
  void claimsAreAddedToTheBuild() throws Exception {
    run("./atoll --version").succeeded();
    Path build = build();
    run("./atoll bench --help || true; ./atoll reproduce --help || true");
    assertEquals(2, builds());
    assertEquals(build, build());
    assertTrue(Files.exists(build.resolve("claims/atoll-bench-x.jar")));
    assertTrue(Files.exists(build.resolve("claims/atoll-claims-x.jar")));
  }

  @Test
  @Tag("slow")
  void sparksModuleIsAddedToTheBuild() throws Exception {
    run("./atoll --version").succeeded();
    Path build = build();
    Path jar = build.resolve("launcher/built");
    FileTime before = Files.getLastModifiedTime(jar);
    Shell.Result other = run("./atoll --version --engine spark; exit 0");
    assertTrue(other.err().contains("building"), other.err());
    assertEquals(build, build());
    assertEquals(before, Files.getLastModifiedTime(jar), "the program is as it was");
    assertTrue(Files.exists(build.resolve("spark/atoll-spark-x-all.jar")));
    assertEquals("", run("./atoll --version").succeeded().err());
    assertEquals(2, builds());
  }

  @Test
  @Tag("slow")
  void aFreshCheckoutIsBuiltByTheRealMaven() throws Exception {
    shell.run("git clone -q %s fresh".formatted(Shell.ROOT)).succeeded();
    Shell.Result first = shell.run("fresh/atoll --version", MAY_BUILD).succeeded();
    assertTrue(first.err().contains("building, once"), first.err());
    assertTrue(first.out().startsWith("Atoll "), first.out());
  }

  /** The build goes on when the other two starts wait for it. */
  @Tag("slow")
  @Test
  void startsAtOnceShareOneBuild() throws Exception {
    run("""
    mkfifo hold begun said; exec 4<> hold 5<> begun
    for i in 1 2 3; do ./atoll --version > $i.txt 2> said & done
    exec 6< said
    for ((waiting = 0; waiting < 2;)); do
      read -r line <&6
      [[ "$line" != *waiting* ]] || waiting=$((waiting + 1))
    done
    echo >&4
    cat <&6 > rest.txt
    wait
    """)
        .succeeded();
    assertEquals(1, builds());
    for (int start = 1; start <= 3; start++) {
      assertTrue(Files.readString(project.resolve(start + ".txt")).startsWith("Atoll "));
    }
    assertFalse(Files.exists(project.resolve("target/launcher.lock")));
  }

  /** Spark's module is built beside the program, which is there already. */
  @Tag("slow")
  @Test
  void aStartDoesNotWaitForABuildOfSpark() throws Exception {
    run("./atoll --version").succeeded();
    Shell.Result other =
        run(
            """
            mkfifo hold begun; exec 4<> hold 5<> begun
            ./atoll --version --engine spark > spark.txt 2>&1 & spark=$!
            read -r <&5
            ./atoll --version
            echo >&4
            wait $spark || true
            """);
    assertTrue(other.succeeded().out().startsWith("Atoll "), other.out());
    assertEquals("", other.err());
    assertEquals(2, builds());
    assertTrue(Files.exists(build().resolve("spark/atoll-spark-x-all.jar")));
  }

  /** Maven's own jars, which a start without a build uses, are there while it makes new ones. */
  @Tag("slow")
  @Test
  void aStartWithoutABuildFindsItsJarsDuringABuild() throws Exception {
    run("PATH=$PWD/bin:$PATH mvn package").succeeded();
    run("touch app/target/atoll-app-0.jar app/target/lib/atoll-gone-0.jar").succeeded();
    Shell.Result other =
        run(
            """
            mkfifo hold begun; exec 4<> hold 5<> begun
            ./atoll --version > build.txt 2>&1 & build=$!
            read -r <&5
            ATOLL_NO_BUILD=1 ./atoll --version
            echo >&4
            wait $build
            """);
    assertTrue(other.succeeded().out().startsWith("Atoll "), other.out());
    try (Stream<Path> jars = Files.list(build().resolve("lib"))) {
      assertTrue(jars.noneMatch(jar -> jar.endsWith("atoll-gone-0.jar")), "of another version");
    }
    assertFalse(Files.exists(build().resolve("atoll-app-0.jar")));
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
