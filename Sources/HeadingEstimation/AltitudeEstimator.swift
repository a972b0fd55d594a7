public import HeadingSensing

/// Height and climb rate from pressure altitude and upward acceleration.
///
/// A Kalman filter with three states: height (m), climb rate (m/s) and the accelerometer's upward
/// offset (m/s²). The acceleration drives the prediction, the pressure altitude corrects it:
///
///     h' = h + v·dt + (a − b)·dt²/2,   v' = v + (a − b)·dt,   b' = b
///
/// Without acceleration the climb rate is a random walk, and follows slower.
public struct AltitudeEstimator: Sendable {
  /// What the filter assumes of its sensors.
  public struct Parameters: Sendable {
    /// White noise of the pressure altitude, 1σ, m.
    ///
    /// Larger: smoother and later. 0.1 m is about 1.2 Pa.
    public var pressureNoise = 0.1

    /// Noise density of the upward acceleration, m/s²/√Hz.
    ///
    /// Larger: pressure is believed sooner.
    public var accelerationNoise = 0.05

    /// The same without an accelerometer: how a climb rate can change, m/s²/√Hz.
    public var unaidedNoise = 1.0

    /// Random walk of the accelerometer's offset, m/s²/√s.
    public var biasWalk = 0.002

    /// The usual values.
    public init() {}
  }

  /// The parameters, fixed for the life of the filter.
  public let parameters: Parameters

  /// Pressure altitude, filtered, m; `nil` before the first pressure.
  public private(set) var altitude: Double?

  /// Upward speed, m/s; `nil` before the first pressure.
  public var climbRate: Double? { altitude == nil ? nil : speed }

  private var speed = 0.0
  private var bias = 0.0
  // Upper triangle of the symmetric covariance: height, speed, offset.
  private var hh = 1.0
  private var hv = 0.0
  private var hb = 0.0
  private var vv = 1.0
  private var vb = 0.0
  private var bb = 0.04
  private var time: BootTime?
  private var acceleration: (time: BootTime, value: Double)?

  /// Makes a filter that knows nothing yet.
  public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Takes the upward acceleration without gravity, m/s².
  public mutating func update(upwardAcceleration: Double, at moment: BootTime) {
    guard upwardAcceleration.isFinite else { return }
    predict(to: moment)
    acceleration = (moment, upwardAcceleration)
  }

  /// Takes a pressure altitude, m.
  public mutating func update(pressureAltitude: Double, at moment: BootTime) {
    guard pressureAltitude.isFinite else { return }
    guard let height = altitude else {
      altitude = pressureAltitude
      time = moment
      hh = parameters.pressureNoise * parameters.pressureNoise
      return
    }
    predict(to: moment)
    let noise = parameters.pressureNoise * parameters.pressureNoise
    let innovation = pressureAltitude - (altitude ?? height)
    let variance = hh + noise
    // A door, a gust or a lift: beyond 5σ the filter starts anew at the measured height.
    guard innovation * innovation < 25 * variance + 4 else {
      self = AltitudeEstimator(parameters: parameters)
      altitude = pressureAltitude
      time = moment
      return
    }
    let (gainH, gainV, gainB) = (hh / variance, hv / variance, hb / variance)
    altitude = (altitude ?? height) + gainH * innovation
    speed += gainV * innovation
    bias += gainB * innovation
    bb -= gainB * hb
    vb -= gainV * hb
    vv -= gainV * hv
    hb -= gainH * hb
    hv -= gainH * hv
    hh -= gainH * hh
  }

  private mutating func predict(to moment: BootTime) {
    guard let height = altitude, let last = time else { return }
    let elapsed = moment.seconds(since: last)
    guard elapsed > 0 else { return }
    time = moment
    let step = min(elapsed, 10)
    // An acceleration holds until the next one, but not beyond a tenth of a second.
    let aided = acceleration.map { moment.seconds(since: $0.time) < 0.1 } ?? false
    let drive = aided ? (acceleration?.value ?? 0) - bias : 0
    altitude = height + step * speed + drive * step * step / 2
    speed += drive * step

    // P' = F P Fᵀ + Q with F = [1 dt −dt²/2; 0 1 −dt; 0 0 1]; unaided the offset does not act.
    let density = aided ? parameters.accelerationNoise : parameters.unaidedNoise
    let power = density * density
    let (dt, half) = (step, aided ? -step * step / 2 : 0)
    let vToB = aided ? -step : 0
    let newHB = hb + dt * vb + half * bb
    let newVB = vb + vToB * bb
    let newHV = hv + dt * vv + half * vb + vToB * newHB
    let newHH = hh + dt * hv + half * hb + dt * (hv + dt * vv + half * vb) + half * newHB
    let newVV = vv + vToB * vb + vToB * newVB
    hh = newHH + power * dt * dt * dt / 3
    hv = newHV + power * dt * dt / 2
    vv = newVV + power * dt
    hb = newHB
    vb = newVB
    bb += parameters.biasWalk * parameters.biasWalk * dt
  }
}
