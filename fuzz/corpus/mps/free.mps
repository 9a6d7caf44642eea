NAME t
ROWS
 N cost
 L cap
 G dem
 E bal
COLUMNS
 x cost 1 cap 2
 x dem 3
 y cost -1 bal 1
RHS
 rhs cap 4 dem 5
RANGES
 rng cap 2
BOUNDS
 UP bnd x 9
ENDATA
