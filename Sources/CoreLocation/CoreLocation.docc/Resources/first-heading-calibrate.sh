compass calibrate
compass why
