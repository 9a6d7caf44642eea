*luthier name problem - "two words"
*luthier name row R1 "a b"
*luthier name column C1 "\u0000"
*luthier range R1 0.1 0.3
NAME
ROWS
 N OBJ
 L R1
COLUMNS
 C1 R1 1
RHS
 RHS R1 0.3
RANGES
 RNG R1 0.2
ENDATA
