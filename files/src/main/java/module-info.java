/** Files that appear complete or not at all, digests, the cache folder; depends on nothing. */
module dev.atoll.files {
  exports dev.atoll.files;
}
