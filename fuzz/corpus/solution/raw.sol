Model status
Optimal

# Primal solution values
Feasible
Objective 11
# Columns 2
x 3
y z 1
# Rows 1
c1 4

# Dual solution values
Feasible
# Columns 2
x 2.5
y z 0
# Rows 1
c1 0

# Basis
HiGHS_basis_file v2
Valid
# Columns 2
x 2
y z 1
# Rows 1
c1 1
