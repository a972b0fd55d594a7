import HeadingProtocol

extension SolutionMessage {
  var attitudeCovariance: [Double]? { nil }
  var linearAcceleration: [Double]? { nil }
}
