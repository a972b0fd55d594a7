import HeadingGeometry
import HeadingSensing

/// Tells a gyroscope that claims a turn while gravity and field stand still in the body.
///
/// A body that turns by θ carries every fixed direction v past its axes by about θ × v. Each time the
/// claimed turn reaches half a radian, gravity and field are asked how far they moved; less than a
/// fifth of it, three times running, is an offset or a wrong scale. A claim that takes more than two
/// seconds for that is left alone: data sheets allow such offsets, and the estimate handles them.
struct RateCheck {
  private static let claim = 0.5
  private static let patience = 2.0
  private static let fraction = 0.2
  private static let contradictionsNeeded = 3

  /// Makes a field of 50 µT count like gravity: m/s² per T.
  private static let fieldWeight = 2e5

  /// A turn about a direction moves it not at all; what should move less than this says nothing, m/s².
  private static let smallestExpected = 1.0

  private struct Window {
    var begin: BootTime
    var last: BootTime
    var turn: Vector3
    var acceleration: Vector3
    var field: Vector3
  }

  private var window: Window?
  private var contradictions = 0

  /// Whether the gyroscope claims a turn that nothing else sees.
  var isImplausible: Bool { contradictions >= Self.contradictionsNeeded }

  /// Takes a rate, with the newest of the two directions.
  mutating func update(
    angularRate sample: VectorSample, acceleration: VectorSample?, magneticField: VectorSample?
  ) {
    guard let acceleration = acceleration?.value, let field = magneticField?.value else { return }
    guard var current = window, sample.time.seconds(since: current.last) < 0.5 else {
      window = Window(
        begin: sample.time, last: sample.time, turn: .zero, acceleration: acceleration, field: field
      )
      return
    }
    current.turn += sample.value * max(0, sample.time.seconds(since: current.last))
    current.last = sample.time
    window = current
    if sample.time.seconds(since: current.begin) > Self.patience {
      contradictions = 0
      window = nil
    } else if current.turn.length >= Self.claim {
      judge(current, acceleration: acceleration, field: field)
      window = nil
    }
  }

  private mutating func judge(_ window: Window, acceleration: Vector3, field: Vector3) {
    let expected =
      window.turn.cross(window.acceleration).length
      + window.turn.cross(window.field).length * Self.fieldWeight
    guard expected > Self.smallestExpected else { return }
    let seen =
      (acceleration - window.acceleration).length
      + (field - window.field).length * Self.fieldWeight
    contradictions = seen < Self.fraction * expected ? contradictions + 1 : 0
  }
}
