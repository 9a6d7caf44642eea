"""HiGHS, one thread. Settings: `solver=pdlp` or `solver=hipdlp`.

All of HiGHS's tolerances are the one asked for (`kkt_tolerance`, and `pdlp_optimality_tolerance` beside it); presolving and all else
are as HiGHS has it.
"""

from worker import Timed, serve


def load():
    global highspy, np
    import highspy
    import numpy as np

    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    return "HiGHS " + highs.version()


def solve(problem, request):
    highs = highspy.Highs()
    for name, value in options(request).items():
        if highs.setOptionValue(name, value) != highspy.HighsStatus.kOk:
            raise ValueError(f"HiGHS does not take {name} = {value}")
    if highs.passModel(model(problem)) == highspy.HighsStatus.kError:
        raise ValueError("HiGHS does not take the model")
    with Timed() as timed:
        highs.run()
    status = highs.getModelStatus()
    info, solution = highs.getInfo(), highs.getSolution()
    found = {"claim": claim(status), "status": highs.modelStatusToString(status)}
    found["iterations"] = max(info.pdlp_iteration_count, 0)
    if solution.value_valid and solution.dual_valid:
        found |= {"x": solution.col_value, "y": solution.row_dual}
    return timed, found


def claim(status):
    statuses = highspy.HighsModelStatus
    return {
        statuses.kOptimal: "optimal",
        statuses.kModelEmpty: "optimal",
        statuses.kInfeasible: "infeasible",
        statuses.kUnbounded: "unbounded",
        statuses.kUnboundedOrInfeasible: "infeasible_or_unbounded",
        statuses.kTimeLimit: "limit",
    }.get(status, "unsure")


def options(request):
    key, _, solver = request["settings"].partition("=")
    if key != "solver":
        raise ValueError(f"unknown settings {request['settings']}")
    return {
        "output_flag": False,
        "solver": solver,
        "threads": 1,
        "parallel": "off",
        "time_limit": request["limit"],
        "kkt_tolerance": request["tolerance"],
        "pdlp_optimality_tolerance": request["tolerance"],
    }


def model(problem):
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = (int(count) for count in problem.matrix.shape)
    lp.offset_ = problem.offset
    lp.col_cost_ = problem.objective
    lp.col_lower_, lp.col_upper_ = problem.lower, problem.upper
    lp.row_lower_, lp.row_upper_ = problem.row_lower, problem.row_upper
    matrix = problem.matrix
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.num_row_, lp.a_matrix_.num_col_ = lp.num_row_, lp.num_col_
    lp.a_matrix_.start_ = matrix.indptr.astype(np.int32)
    lp.a_matrix_.index_ = matrix.indices.astype(np.int32)
    lp.a_matrix_.value_ = matrix.data
    return lp


serve(load, solve)
