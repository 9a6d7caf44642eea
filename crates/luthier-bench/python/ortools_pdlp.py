"""OR-Tools PDLP, one thread. Settings: nothing, or `presolve=glop`.

Relative and absolute tolerance are those asked for, in the Euclidean norm; all else is as OR-Tools has it.
"""

from worker import Timed, serve

CLAIMS = {
    "OPTIMAL": "optimal",
    "PRIMAL_INFEASIBLE": "infeasible",
    "DUAL_INFEASIBLE": "infeasible_or_unbounded",
    "PRIMAL_OR_DUAL_INFEASIBLE": "infeasible_or_unbounded",
    "TIME_LIMIT": "limit",
}


def load():
    global pdlp, solve_log_pb2, solvers_pb2
    from importlib.metadata import version

    from ortools.pdlp import solve_log_pb2, solvers_pb2
    from ortools.pdlp.python import pdlp

    return "OR-Tools " + version("ortools")


def solve(problem, request):
    program, params = model(problem), parameters(request)
    with Timed() as timed:
        result = pdlp.primal_dual_hybrid_gradient(program, params)
    log = result.solve_log
    status = solve_log_pb2.TerminationReason.Name(log.termination_reason).removeprefix("TERMINATION_REASON_")
    found = {"claim": CLAIMS.get(status, "unsure"), "status": status, "iterations": log.iteration_count}
    # Where infeasibility is claimed, the "solutions" are rays.
    if status == "PRIMAL_INFEASIBLE":
        found |= {"proof": "dual_ray", "ray": result.dual_solution}
    elif status == "DUAL_INFEASIBLE":
        found |= {"proof": "primal_ray", "ray": result.primal_solution}
    elif complete(problem, result):
        found |= {"x": result.primal_solution, "y": result.dual_solution}
    return timed, found


def complete(problem, result):
    rows, columns = problem.matrix.shape
    return len(result.primal_solution) == columns and len(result.dual_solution) == rows


def model(problem):
    program = pdlp.QuadraticProgram()
    rows, columns = problem.matrix.shape
    program.resize_and_initialize(columns, rows)
    program.objective_offset = problem.offset
    program.objective_vector = problem.objective
    program.variable_lower_bounds, program.variable_upper_bounds = problem.lower, problem.upper
    program.constraint_lower_bounds, program.constraint_upper_bounds = problem.row_lower, problem.row_upper
    program.constraint_matrix = problem.matrix.tocsc()
    return program


def parameters(request):
    params = solvers_pb2.PrimalDualHybridGradientParams()
    params.num_threads = 1
    criteria = params.termination_criteria
    criteria.simple_optimality_criteria.eps_optimal_absolute = request["tolerance"]
    criteria.simple_optimality_criteria.eps_optimal_relative = request["tolerance"]
    criteria.time_sec_limit = request["limit"]
    if request["settings"] == "presolve=glop":
        params.presolve_options.use_glop = True
    elif request["settings"]:
        raise ValueError(f"unknown settings {request['settings']}")
    return params


serve(load, solve)
