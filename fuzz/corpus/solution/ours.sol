Model status
Optimal
# luthier 1
# Primal solution values
Feasible
Objective -1.5
# Columns 1
"a\u0020b" 3
# Rows 1
r 4

# Dual solution values
Feasible
# Columns 1
"a\u0020b" 0
# Rows 1
r -1

# Basis
HiGHS_basis_file v2
None

# luthier status optimal
# luthier dual_objective -1.5
# luthier tolerances 1e-4 1e-4
# luthier parameter norm l2
# luthier fingerprint 00112233445566778899aabbccddeeff
# luthier end
