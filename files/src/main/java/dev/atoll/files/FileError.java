package dev.atoll.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Errors of files in words. */
public final class FileError {
  private FileError() {}

  /** The cause of a file error: the message of many file errors is only the file's name. */
  public static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> there.getFile() + " is a file, and no folder";
      case NoSuchFileException missing -> "there is no " + missing.getFile();
      case FileSystemException other ->
          other.getReason() == null ? other.getMessage() : other.getReason();
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
