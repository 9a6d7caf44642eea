"""Reads models with HiGHS: a path per line in; out come, a line each, its sense, sizes and all its numbers."""

import sys

import highspy


def numbers(values):
    return [repr(float(v)) for v in values]


for line in sys.stdin:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    status = highs.readModel(line.strip())
    if status == highspy.HighsStatus.kError:
        print("unreadable", flush=True)
        continue
    lp = highs.getLp()
    maximize = int(lp.sense_ == highspy.ObjSense.kMaximize)
    out = ["read", str(maximize), str(lp.num_row_), str(lp.num_col_), repr(float(lp.offset_))]
    for vector in (lp.col_cost_, lp.col_lower_, lp.col_upper_, lp.row_lower_, lp.row_upper_):
        out += numbers(vector)
    columnwise = lp.a_matrix_.format_ == highspy.MatrixFormat.kColwise
    starts, indices, values = lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_
    for vector in range(len(starts) - 1):
        for k in range(starts[vector], starts[vector + 1]):
            row, column = (indices[k], vector) if columnwise else (vector, indices[k])
            out += [str(row), str(column), repr(float(values[k]))]
    print(" ".join(out), flush=True)
