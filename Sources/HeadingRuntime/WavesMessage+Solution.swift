import HeadingEngine
import HeadingGeometry
import HeadingNavigation
import HeadingProtocol
import HeadingSensing

extension WavesMessage {
  /// Creates the message of a solution; `nil` if no heave is computed.
  init?(_ solution: HeadingSolution) {
    guard let heave = solution.heave else { return nil }
    self.init()
    if let heave = heave.value {
      self.heave = WireNumber.rounded(heave.displacement, 3)
      heaveAccuracy = WireNumber.rounded(heave.accuracy, 3)
      heaveRate = WireNumber.rounded(heave.speed, 3)
      delayedHeave = WireNumber.rounded(heave.delayed, 3)
      delayedHeaveAccuracy = WireNumber.rounded(heave.delayedAccuracy, 3)
      delay = WireNumber.rounded(heave.delay, 3)
    }
    guard let sea = solution.seaState else { return }
    duration = sea.duration
    height = WireNumber.rounded(sea.waveHeight, 3)
    heightAccuracy = WireNumber.rounded(sea.waveHeightAccuracy, 3)
    period = sea.period.map { WireNumber.rounded($0, 2) }
    periodAccuracy = sea.periodAccuracy.map { WireNumber.rounded($0, 2) }
    func degrees(_ angle: SeaState.AngleStatistics) -> [Double] {
      [angle.mean, angle.deviation, angle.smallest, angle.largest].map {
        WireNumber.rounded($0.degrees, 2)
      }
    }
    roll = sea.roll.map(degrees)
    pitch = degrees(sea.pitch)
  }
}
