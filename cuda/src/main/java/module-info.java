/** A backend on GPUs of NVIDIA; knows only tensor. */
module dev.atoll.cuda {
  requires transitive dev.atoll.tensor;

  exports dev.atoll.cuda;
}
