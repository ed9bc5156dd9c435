"""PyTorch beside Atoll: the same work on the same dataset folder, the same number of threads.

    python3 torch_epoch.py FOLDER {sage|gcn|spmm|gemm} [THREADS]

FOLDER is a dataset folder of Atoll (indptr, indices, features, labels, split as .npy). `sage` and `gcn` train two
layers of 128 with Adam and dropout 0.5; sparse products are CSR @ dense with an explicit transpose for the backward
pass, and the cheaper side is multiplied first. `spmm` and `gemm` time one product of width 128. Prints wall seconds
and CPU seconds per thread, the medians of five. Needs torch, numpy and scipy.
"""
import os
import sys
import time
import warnings

folder, what = sys.argv[1], sys.argv[2]
threads = int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count()
os.environ["OMP_NUM_THREADS"] = str(threads)
warnings.filterwarnings("ignore")

import numpy as np
import scipy.sparse as sparse
import torch
from torch.nn import functional as F

WIDTH, REPEATS = 128, 5
torch.set_num_threads(threads)
torch.manual_seed(0)


def load(name):
    return np.load(os.path.join(folder, name + ".npy"))


def tensor(matrix):
    matrix = matrix.tocsr().astype(np.float32)
    matrix.sort_indices()
    parts = (torch.from_numpy(p.astype(np.int64)) for p in (matrix.indptr, matrix.indices))
    return torch.sparse_csr_tensor(*parts, torch.from_numpy(matrix.data), size=matrix.shape)


def measured(step):
    wall, cpu = [], []
    for _ in range(REPEATS + 1):
        began, used = time.perf_counter(), time.process_time()
        step()
        wall.append(time.perf_counter() - began)
        cpu.append((time.process_time() - used) / threads)
    middle = lambda values: sorted(values[1:])[REPEATS // 2]
    print(f"torch {torch.__version__} {what}, {threads} threads: {middle(wall):.4f} s, CPU per thread {middle(cpu):.4f} s")


indptr, indices = load("indptr"), load("indices")
nodes = len(indptr) - 1
links = sparse.csr_matrix((np.ones(len(indices), np.float32), indices, indptr), shape=(nodes, nodes))

if what == "spmm":
    a, x = tensor(links), torch.randn(nodes, WIDTH)
    measured(lambda: a @ x)
elif what == "gemm":
    x, w, out = torch.randn(100_000, 100), torch.randn(100, WIDTH), torch.empty(100_000, WIDTH)
    measured(lambda: torch.mm(x, w, out=out))
else:
    if what == "sage":
        links = sparse.diags(1 / np.maximum(np.diff(indptr), 1)) @ links
    else:
        links = links + sparse.eye(nodes, dtype=np.float32)
        scale = sparse.diags(1 / np.sqrt(np.asarray(links.sum(1)).ravel()))
        links = scale @ links @ scale
    forward, backward = tensor(links), tensor(links.T)

    class Aggregate(torch.autograd.Function):
        @staticmethod
        def forward(context, x):
            return forward @ x

        @staticmethod
        def backward(context, gradient):
            return backward @ gradient.contiguous()

    aggregate = Aggregate.apply
    x, y = torch.from_numpy(load("features")), torch.from_numpy(load("labels").astype(np.int64))
    train = torch.from_numpy(np.flatnonzero(load("split") == 0))
    inputs, classes = x.shape[1], int(y.max()) + 1

    def layer(w, rows):
        return w(aggregate(rows)) if w.in_features <= w.out_features else aggregate(rows @ w.weight.t()) + w.bias

    shapes = [(inputs, WIDTH), (WIDTH, classes)]
    neighbors = [torch.nn.Linear(*s) for s in shapes]
    own = [torch.nn.Linear(*s, bias=False) for s in shapes] if what == "sage" else []
    optimizer = torch.optim.Adam([p for w in neighbors + own for p in w.parameters()], lr=0.01)

    def model():
        rows = x
        for i, w in enumerate(neighbors):
            out = layer(w, rows) + (own[i](rows) if own else 0)
            rows = F.dropout(F.relu(out), 0.5) if i == 0 else out
        return rows

    def epoch():
        optimizer.zero_grad()
        F.cross_entropy(model()[train], y[train]).backward()
        optimizer.step()

    measured(epoch)
