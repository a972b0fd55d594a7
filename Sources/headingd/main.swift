print("headingd")
