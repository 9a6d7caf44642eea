"""Runs OR-Tools PDLP on request: reads lines `model.mps iterations`, answers `seconds iterations`.

One thread, no presolve, everything else as OR-Tools has it by default (it checks every 64 iterations). The
tolerances are zero, so that a run ends at its iteration limit.
"""

import sys
import time

from ortools.pdlp import solvers_pb2
from ortools.pdlp.python import pdlp

models = {}
for line in sys.stdin:
    path, iterations = line.split()
    if path not in models:
        models[path] = pdlp.read_quadratic_program_or_die(path)
    params = solvers_pb2.PrimalDualHybridGradientParams()
    params.num_threads = 1
    criteria = params.termination_criteria
    criteria.iteration_limit = int(iterations)
    criteria.simple_optimality_criteria.eps_optimal_absolute = 0.0
    criteria.simple_optimality_criteria.eps_optimal_relative = 0.0
    criteria.eps_primal_infeasible = 0.0
    criteria.eps_dual_infeasible = 0.0
    began = time.perf_counter()
    result = pdlp.primal_dual_hybrid_gradient(models[path], params)
    print(time.perf_counter() - began, result.solve_log.iteration_count, flush=True)
