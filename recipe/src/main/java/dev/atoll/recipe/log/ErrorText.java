package dev.atoll.recipe.log;

import dev.atoll.comm.PeerException;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Renders errors for users. */
public final class ErrorText {
  private ErrorText() {}

  /** The message of an error, with its class if it is a bug. */
  public static String of(Throwable e) {
    return switch (e) {
      case UncheckedIOException unchecked when saysNothing(unchecked) -> of(unchecked.getCause());
      case NoSuchFileException missing -> "no such file or folder: " + missing.getFile();
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> "already exists: " + there.getFile();
      case FileSystemException other when other.getReason() != null ->
          other.getFile() + ": " + other.getReason();
      case InternalError fault when isFault(fault) ->
          "a file that is mapped into memory cannot be read any more: it was cut off, or its disk"
              + " failed (a dataset, shards or an unpacked cache). Restore it; a run goes on from"
              + " its last checkpoint with 'atoll train --resume'";
      default -> isBug(e) ? e.toString() : e.getMessage();
    };
  }

  /** Whether the message only repeats that of the cause. */
  private static boolean saysNothing(UncheckedIOException e) {
    return e.getMessage() == null || e.getMessage().equals(e.getCause().toString());
  }

  /** Whether an error lacks a message for users: then it is a bug in Atoll. */
  public static boolean isBug(Throwable e) {
    return e.getMessage() == null
        || !(e instanceof IllegalArgumentException
            || e instanceof IllegalStateException
            || e instanceof UnsupportedOperationException
            || e instanceof BadDataException
            || e instanceof PeerException
            || e instanceof UncheckedIOException
            || e instanceof IOException
            || (e instanceof InternalError fault && isFault(fault)));
  }

  /** Whether the Java runtime reports that mapped bytes are no longer there. */
  private static boolean isFault(InternalError e) {
    return e.getMessage() != null && e.getMessage().contains("fault occurred");
  }
}
