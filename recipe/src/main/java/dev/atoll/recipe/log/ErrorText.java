package dev.atoll.recipe.log;

import dev.atoll.comm.PeerException;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Errors in words for users. */
public final class ErrorText {
  private ErrorText() {}

  /** The message of an error; its class as well where it is a bug. */
  public static String of(Throwable e) {
    return switch (e) {
      case UncheckedIOException unchecked -> of(unchecked);
      case InternalError fault when isFault(fault) ->
          "a file that is mapped into memory cannot be read any more: it was cut off, or its disk"
              + " failed (a dataset, shards or an unpacked cache). Restore it; a run goes on from"
              + " its last checkpoint with 'atoll train --resume'";
      case NoSuchFileException missing -> "no such file or folder: " + missing.getFile();
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> "already exists: " + there.getFile();
      case FileSystemException other when other.getReason() != null ->
          other.getFile() + ": " + other.getReason();
      default -> isBug(e) ? e.toString() : e.getMessage();
    };
  }

  /** Its own words where it has some, which name a file that its cause may not name. */
  private static String of(UncheckedIOException e) {
    IOException cause = e.getCause();
    return e.getMessage() == null || e.getMessage().equals(cause.toString())
        ? of(cause)
        : e.getMessage();
  }

  /** The way in which the Java runtime reports that mapped bytes are gone. */
  private static boolean isFault(InternalError e) {
    return e.getMessage() != null && e.getMessage().contains("fault occurred");
  }

  /** Whether an error lacks a message for users: then it is a bug in Atoll. */
  public static boolean isBug(Throwable e) {
    return e.getMessage() == null
        || !((e instanceof InternalError fault && isFault(fault))
            || e instanceof IllegalArgumentException
            || e instanceof IllegalStateException
            || e instanceof UnsupportedOperationException
            || e instanceof BadDataException
            || e instanceof PeerException
            || e instanceof UncheckedIOException
            || e instanceof IOException);
  }
}
