public import ArgumentParser
public import HeadingRuntime

extension CalibrationPolicy: ExpressibleByArgument {}
