/** A backend on GPUs of NVIDIA; knows only tensor. */
module dev.atoll.cuda {
  requires transitive dev.atoll.tensor;
  requires dev.atoll.files;

  exports dev.atoll.cuda;
}
