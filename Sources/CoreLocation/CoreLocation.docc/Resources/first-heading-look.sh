compass status
compass
