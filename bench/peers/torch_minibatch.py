"""PyTorch beside Atoll: an epoch of mini-batches on the same dataset folder, the same number of threads.

    python3 torch_minibatch.py FOLDER [THREADS]

Three layers of GraphSAGE, 128 wide, Adam, dropout 0.5, fanouts 15, 10, 5, batches of 1024 seeds. Neighbourhoods are drawn
by NumPy and made into sparse matrices before the clock starts, so that only what PyTorch is good at is timed: the gather
of feature rows, forward, backward, optimizer. Prints wall seconds and CPU seconds per thread of an epoch, the medians of
three. Needs torch, numpy and scipy.
"""
import os
import sys
import time
import warnings

folder = sys.argv[1]
threads = int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count()
os.environ["OMP_NUM_THREADS"] = str(threads)
warnings.filterwarnings("ignore")

import numpy as np
import scipy.sparse as sparse
import torch
from torch.nn import functional as F

WIDTH, BATCH, FANOUTS, REPEATS = 128, 1024, (15, 10, 5), 3
torch.set_num_threads(threads)
torch.manual_seed(0)
random = np.random.default_rng(0)


def load(name):
    return np.load(os.path.join(folder, name + ".npy"))


def tensor(matrix):
    matrix = matrix.tocsr()
    parts = (torch.from_numpy(p.astype(np.int64)) for p in (matrix.indptr, matrix.indices))
    return torch.sparse_csr_tensor(*parts, torch.from_numpy(matrix.data), size=matrix.shape)


indptr, indices = load("indptr"), load("indices")
x, y = torch.from_numpy(load("features")), torch.from_numpy(load("labels").astype(np.int64))
train = np.flatnonzero(load("split") == 0)


def block(targets, fanout):
    """Neighbours of targets without repetition, and the means over them: targets x sources, and its transpose."""
    degree = indptr[targets + 1] - indptr[targets]
    rows = np.repeat(np.arange(len(targets)), fanout)
    place = (random.random(len(rows)) * degree[rows]).astype(np.int64)
    keep = degree[rows] > 0
    pairs = np.unique(rows[keep] * np.int64(1 << 32) + place[keep])
    rows, place = pairs >> 32, pairs & 0xFFFFFFFF
    found = indices[indptr[targets[rows]] + place]
    sources = np.concatenate([targets, np.setdiff1d(found, targets)])
    position = np.zeros(len(indptr), np.int64)
    position[sources] = np.arange(len(sources))
    weight = (1 / np.bincount(rows, minlength=len(targets)).clip(1))[rows].astype(np.float32)
    links = sparse.csr_matrix((weight, (rows, position[found])), shape=(len(targets), len(sources)))
    return sources, tensor(links), tensor(links.T)


class Aggregate(torch.autograd.Function):
    @staticmethod
    def forward(context, rows, forward, backward):
        context.back = backward
        return forward @ rows

    @staticmethod
    def backward(context, gradient):
        return context.back @ gradient.contiguous(), None, None


def batches():
    made = []
    order = random.permutation(train)
    for first in range(0, len(order), BATCH):
        seeds = targets = order[first : first + BATCH]
        blocks = []
        for fanout in FANOUTS:
            targets, forward, backward = block(targets, fanout)
            blocks.insert(0, (forward, backward))
        made.append((torch.from_numpy(targets), blocks, torch.from_numpy(seeds)))
    return made


classes = int(y.max()) + 1
shapes = [(x.shape[1], WIDTH), (WIDTH, WIDTH), (WIDTH, classes)]
neighbors = [torch.nn.Linear(*s) for s in shapes]
own = [torch.nn.Linear(*s, bias=False) for s in shapes]
optimizer = torch.optim.Adam([p for w in neighbors + own for p in w.parameters()], lr=0.01)


def step(nodes, blocks, seeds):
    rows = x[nodes]
    for i, (forward, backward) in enumerate(blocks):
        out = neighbors[i](Aggregate.apply(rows, forward, backward)) + own[i](rows[: forward.shape[0]])
        rows = F.dropout(F.relu(out), 0.5) if i < len(blocks) - 1 else out
    optimizer.zero_grad()
    F.cross_entropy(rows, y[seeds]).backward()
    optimizer.step()


wall, cpu, made = [], [], batches()
for _ in range(REPEATS + 1):
    began, used = time.perf_counter(), time.process_time()
    for batch in made:
        step(*batch)
    wall.append(time.perf_counter() - began)
    cpu.append((time.process_time() - used) / threads)
middle = lambda values: sorted(values[1:])[REPEATS // 2]
print(f"torch {torch.__version__}, {len(made)} batches, {threads} threads: {middle(wall):.3f} s, CPU per thread {middle(cpu):.3f} s")
