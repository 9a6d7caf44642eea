* min 3 bread + 2 milk + 4 eggs, a tiny diet problem
NAME diet
ROWS
 N cost
 G protein
 G energy
 L weight
COLUMNS
 bread cost 3 protein 4
 bread energy 9 weight 1
 milk cost 2 protein 6
 milk energy 4 weight 2
 eggs cost 4 protein 8
 eggs energy 5 weight 1
RHS
 need protein 24 energy 27
 need weight 10
BOUNDS
 UP most milk 3
ENDATA
