"""Reads models with HiGHS and writes their numbers as little-endian arrays: lines `model<tab>dump` come in; `read` or
`unreadable` goes out for each. A dump is sense, rows, columns, entries (int64), offset, costs, bounds of columns and of
rows (float64), and the matrix by columns: starts (int64), rows (int64) and values (float64), rows in order."""

import sys

import highspy
import numpy as np


def write(lp, path):
    matrix = lp.a_matrix_
    starts = np.asarray(matrix.start_, dtype="<i8")
    indices = np.asarray(matrix.index_, dtype="<i8")[: starts[-1]]
    values = np.asarray(matrix.value_, dtype="<f8")[: starts[-1]]
    major = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    columnwise = matrix.format_ == highspy.MatrixFormat.kColwise
    rows, columns = (indices, major) if columnwise else (major, indices)
    order = np.lexsort((rows, columns))
    begins = np.searchsorted(columns[order], np.arange(lp.num_col_ + 1))
    maximize = int(lp.sense_ == highspy.ObjSense.kMaximize)
    with open(path, "wb") as out:
        out.write(np.asarray([maximize, lp.num_row_, lp.num_col_, len(values)], dtype="<i8").tobytes())
        out.write(np.asarray([lp.offset_], dtype="<f8").tobytes())
        for vector in (lp.col_cost_, lp.col_lower_, lp.col_upper_, lp.row_lower_, lp.row_upper_):
            out.write(np.asarray(vector, dtype="<f8").tobytes())
        out.write(begins.astype("<i8").tobytes())
        out.write(rows[order].astype("<i8").tobytes())
        out.write(values[order].tobytes())


for line in sys.stdin:
    model, dump = line.rstrip("\n").split("\t")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    # Nothing of a file is to be dropped.
    highs.setOptionValue("small_matrix_value", 1e-12)
    if highs.readModel(model) == highspy.HighsStatus.kError:
        print("unreadable", flush=True)
        continue
    write(highs.getLp(), dump)
    print("read", flush=True)
