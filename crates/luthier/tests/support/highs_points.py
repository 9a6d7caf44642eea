"""Solves MPS files with HiGHS: reads a path per line, answers with a line of JSON: status, names, point and rays.

Multipliers are as HiGHS has them: the change of the objective, in the sense of the file, per unit of right-hand side.
"""

import json
import sys

import highspy


def solved(path, **options):
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    for option, value in options.items():
        highs.setOptionValue(option, value)
    highs.readModel(path)
    highs.run()
    return highs, highs.modelStatusToString(highs.getModelStatus()).replace(" ", "-").lower()


def ray(answer):
    """The ray of (status, whether there is one, values)."""
    return [float(value) for value in answer[2]] if answer[1] else None


# Presolve may find out without a ray, and may not tell which of the two it is. Perturbed costs leave one file undecided.
WITHOUT_PRESOLVE = [
    {"presolve": "off", "solver": "simplex"},
    {"presolve": "off", "solver": "simplex", "dual_simplex_cost_perturbation_multiplier": 0.0},
]

for line in sys.stdin:
    path = line.strip()
    highs, status = solved(path)
    for options in WITHOUT_PRESOLVE if status != "optimal" else []:
        highs, status = solved(path, **options)
        if status in ("infeasible", "unbounded"):
            break
    lp, point = highs.getLp(), highs.getSolution()
    answer = {
        "status": status,
        "row_names": list(lp.row_names_),
        "column_names": list(lp.col_names_),
        "x": list(point.col_value),
        "y": list(point.row_dual),
        "dual_ray": ray(highs.getDualRay()) if status == "infeasible" else None,
        "primal_ray": ray(highs.getPrimalRay()) if status == "unbounded" else None,
    }
    print(json.dumps(answer), flush=True)
