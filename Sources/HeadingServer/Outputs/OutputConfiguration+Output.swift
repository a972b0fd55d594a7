import HeadingStorage

extension OutputConfiguration {
  /// The output of this configuration.
  var output: any ServiceOutput {
    switch self {
    case .nmea(let configuration): NMEAOutput(configuration)
    }
  }
}
