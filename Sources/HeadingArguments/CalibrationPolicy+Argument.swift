package import ArgumentParser
package import HeadingRuntime

extension CalibrationPolicy: ExpressibleByArgument {}
