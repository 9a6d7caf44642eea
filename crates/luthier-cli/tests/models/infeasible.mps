NAME infeasible
ROWS
 N cost
 G need
COLUMNS
 x cost 1 need 1
 y cost 1 need 1
RHS
 rhs need 5
BOUNDS
 UP bnd x 2
 UP bnd y 2
ENDATA
