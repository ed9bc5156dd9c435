/** Tools for the tests of the other modules; not shipped. */
module dev.atoll.testkit {
  requires jdk.management;
  requires org.junit.jupiter.api;

  exports dev.atoll.testkit;
}
