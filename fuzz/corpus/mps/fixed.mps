NAME          t
ROWS
 N  COST
 L  A ROW
COLUMNS
    X 1       COST               1.0   A ROW              2.0
RHS
    RHS       A ROW              4.0
BOUNDS
 UP BND       X 1                9.0
ENDATA
