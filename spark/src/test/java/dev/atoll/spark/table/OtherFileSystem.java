package dev.atoll.spark.table;

import java.net.URI;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A file system under a scheme of its own, {@code other:}; its files are on this machine's disk.
 */
public final class OtherFileSystem extends RawLocalFileSystem {
  /** The setting of Spark that makes it known. */
  public static final String KEY = "spark.hadoop.fs.other.impl";

  /** Opens nothing yet. */
  public OtherFileSystem() {}

  @Override
  public String getScheme() {
    return "other";
  }

  @Override
  public URI getUri() {
    return URI.create("other:///");
  }
}
