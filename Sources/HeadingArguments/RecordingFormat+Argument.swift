public import ArgumentParser
public import HeadingRuntime

extension RecordingDestination.Format: ExpressibleByArgument {}
