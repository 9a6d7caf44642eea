"""Solves MPS files with HiGHS: reads a path per line, answers `status objective`."""

import sys

import highspy

for line in sys.stdin:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(line.strip())
    highs.run()
    status = highs.modelStatusToString(highs.getModelStatus()).replace(" ", "-").lower()
    print(status, repr(highs.getInfo().objective_function_value), flush=True)
