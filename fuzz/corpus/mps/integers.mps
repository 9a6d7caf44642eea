* markers, kinds of bounds, two objectives
NAME t
OBJSENSE
    MAX
OBJNAME two
ROWS
 N one
 N two
 E r
COLUMNS
 M 'MARKER' 'INTORG'
 a one 1 two 2
 a r 1.0D+1
 M 'MARKER' 'INTEND'
 b r -1
RHS
 two 3
 r 4
RANGES
 r -2
BOUNDS
 BV a
 MI b
 UP b -3
ENDATA
