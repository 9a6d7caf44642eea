"""Exchanges solution files with HiGHS, and with PuLP where it is installed.

Arguments: a model, a solution of it to read, and where to write the solution of HiGHS. Answers JSON: what HiGHS and PuLP
read, and the objective and the signs that HiGHS finds.
"""

import json
import sys

import highspy

model, ours, theirs = sys.argv[1:]

reader = highspy.Highs()
reader.setOptionValue("output_flag", False)
reader.readModel(model)
status = reader.readSolution(ours, 0)
read = reader.getSolution()

solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
solver.readModel(model)
solver.run()
solver.writeSolution(theirs, 0)
found = solver.getSolution()

try:
    from pulp.apis.highs_api import HiGHS_CMD

    pulp = HiGHS_CMD().readsol(ours)
except ImportError:
    pulp = None

print(
    json.dumps(
        {
            "read": status == highspy.HighsStatus.kOk,
            "x": list(read.col_value),
            "y": list(read.row_dual),
            "reduced_costs": list(read.col_dual),
            "activity": list(read.row_value),
            "objective": solver.getInfo().objective_function_value,
            "their_x": list(found.col_value),
            "their_y": list(found.row_dual),
            "their_reduced_costs": list(found.col_dual),
            "pulp": pulp,
        }
    )
)
