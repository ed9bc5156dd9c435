/**
 * Files that appear complete or not at all, digests, disk space, the cache folder; depends on
 * nothing.
 */
module dev.atoll.files {
  exports dev.atoll.files to
      dev.atoll.tensor,
      dev.atoll.cuda,
      dev.atoll.formats,
      dev.atoll.train,
      dev.atoll.recipe,
      dev.atoll.app;
}
