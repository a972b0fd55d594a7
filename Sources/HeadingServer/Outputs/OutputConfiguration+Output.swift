import HeadingStorage

extension OutputConfiguration {
  /// The output that is configured.
  var output: any ServiceOutput {
    switch self {
    case .nmea(let configuration): NMEAOutput(configuration)
    }
  }
}
