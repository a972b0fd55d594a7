print("compass")
