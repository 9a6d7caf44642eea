"""What the workers of all solvers share: requests in, replies out, problems and answers in between (src/exchange.rs)."""

import json
import os
import sys
import time

import numpy as np
import scipy.sparse as sparse


class Problem:
    """A minimisation, read from a file."""

    def __init__(self, path):
        ints, floats = np.fromfile(path, "<i8"), np.fromfile(path, "<f8")
        rows, columns, nonzeros = ints[:3]
        self.at = 3

        def take(words, count):
            part = words[self.at : self.at + count]
            self.at += count
            return part

        self.offset = float(take(floats, 1)[0])
        self.objective = take(floats, columns)
        self.lower, self.upper = take(floats, columns), take(floats, columns)
        self.row_lower, self.row_upper = take(floats, rows), take(floats, rows)
        starts, indices = take(ints, rows + 1), take(ints, nonzeros)
        entries = (take(floats, nonzeros), indices, starts)
        self.matrix = sparse.csr_matrix(entries, shape=(rows, columns))


class Timed:
    """Seconds by the clock and of the process."""

    def __enter__(self):
        self.clock, self.process = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_):
        self.seconds = time.perf_counter() - self.clock
        self.cpu = time.process_time() - self.process


def serve(load, solve):
    """Says what `load` returns, then answers requests by `solve(problem, request)`.

    `solve` returns a `Timed` and a dictionary: claim, status, iterations, and if there are any x and y, or a proof and its ray.
    """
    # What a solver prints must not get between the replies.
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(what):
        replies.write(json.dumps(what) + "\n")
        replies.flush()

    try:
        say({"ready": load()})
    except Exception as error:
        say({"missing": f"{type(error).__name__}: {error}"})
        return
    for line in sys.stdin:
        request = json.loads(line)
        try:
            timed, found = solve(Problem(request["problem"]), request)
            say(reply(request, timed, found))
        except Exception as error:
            status = f"{type(error).__name__}: {error}"
            failed = {"claim": "failed", "status": status, "seconds": 0.0, "cpu": 0.0, "iterations": None}
            say({**failed, "point": False, "proof": None})


def reply(request, timed, found):
    vectors = [found.get("x"), found.get("y"), found.get("ray")]
    with open(request["answer"], "wb") as file:
        for vector in vectors:
            if vector is not None:
                np.asarray(vector, "<f8").tofile(file)
    return {
        "claim": found["claim"],
        "status": found["status"],
        "seconds": timed.seconds,
        "cpu": timed.cpu,
        "iterations": found.get("iterations"),
        "point": found.get("x") is not None,
        "proof": found.get("proof"),
    }
