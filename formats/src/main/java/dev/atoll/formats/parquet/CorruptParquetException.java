package dev.atoll.formats.parquet;

import java.io.Serial;

/** Bytes that are not Parquet's; {@link ParquetFile} adds the name of the file. */
final class CorruptParquetException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  CorruptParquetException(String problem) {
    super(problem);
  }

  CorruptParquetException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
