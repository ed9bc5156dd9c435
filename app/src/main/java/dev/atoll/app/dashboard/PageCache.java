package dev.atoll.app.dashboard;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A cache of the last drawing of each page, so that many readers cost no more than one. Pages are
 * drawn one after another, which bounds the work of a server for any number of readers.
 */
final class PageCache {
  private static final int MOST_PAGES = 16;
  private static final long MOST_SECONDS = 20;

  private record Drawn(List<String> marks, PageParts page) {}

  private final ReentrantLock drawing = new ReentrantLock();
  private final Map<String, Drawn> pages =
      new LinkedHashMap<>(MOST_PAGES, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Drawn> eldest) {
          return size() > MOST_PAGES;
        }
      };

  /**
   * The page of an address.
   *
   * @throws BusyException when too many pages wait to be drawn
   */
  PageParts of(String address, PageSubject subject) throws IOException {
    try {
      if (!drawing.tryLock(MOST_SECONDS, TimeUnit.SECONDS)) {
        throw new BusyException();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new BusyException();
    }
    try {
      Drawn known = pages.get(address);
      if (known != null && known.marks.equals(subject.marks())) {
        return known.page;
      }
      PageParts page = subject.drawing().draw();
      pages.put(address, new Drawn(subject.marks(), page));
      return page;
    } finally {
      drawing.unlock();
    }
  }
}
