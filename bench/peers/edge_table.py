"""Writes a table of random edges with weights as CSV, to time imports.

python3 edge_table.py NODES EDGES FILE: sources are skewed, targets uniform, weights from 1 to 999.
"""

import sys

import numpy as np

nodes, edges, file = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
random = np.random.default_rng(9)
with open(file, "w") as table:
    table.write("source,target,weight\n")
    for first in range(0, edges, 1 << 20):
        count = min(1 << 20, edges - first)
        sources = (nodes * random.random(count) ** 2).astype(np.int64)
        targets = random.integers(0, nodes, count)
        weights = random.integers(1, 1000, count)
        rows = zip(sources.tolist(), targets.tolist(), weights.tolist())
        table.write("".join(map("%d,%d,%d\n".__mod__, rows)))
