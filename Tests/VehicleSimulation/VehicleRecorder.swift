import Geomagnetism
import HeadingGeodesy
import HeadingGeometry
import HeadingSensing
import RealModule

/// Generates the sensor events along the path in steps of 10 ms.
struct VehicleRecorder {
  private static let interval = 0.01

  private let vehicle: SimulatedVehicle
  private let path: VehiclePath
  private let field: Vector3
  private var gyroscopeBias: Vector3
  private let gyroscopeScale: Vector3
  private let gyroscopeSkew: (Vector3, Vector3)
  private var accelerometerBias: Vector3
  /// Rotation from sensors to vehicle.
  private let mount: Quaternion
  private let hardIron: Vector3
  private let motorDirection: Vector3
  private var pressureBias: Double
  private let pressureScale: Double
  private var random: RandomNumbers
  private var latitude: Double
  private var longitude: Double
  private var altitude: Double
  private var distance = 0.0
  private var fixOffset: Vector3
  private var fixVelocityOffset = Vector3.zero
  private var smoothedVelocity: Vector3?
  private var index = 0
  private var waiting: [(arrival: Double, fix: Fix)] = []

  private(set) var events: [SensorEvent] = []
  private(set) var truth: [VehicleTruth] = []

  /// Seconds since the start.
  var time: Double { Double(index) * Self.interval }

  init(_ vehicle: SimulatedVehicle) {
    self.vehicle = vehicle
    path = VehiclePath(
      kind: vehicle.kind, seed: vehicle.seed, straightFrom: vehicle.straightFrom)
    let earth = Self.earthField(of: vehicle)
    // The kind enters the seed, so that vehicles of equal seed have different errors.
    let kind = VehicleKind.allCases.firstIndex(of: vehicle.kind) ?? 0
    random = RandomNumbers(seed: vehicle.seed &* 8 &+ UInt64(kind))
    let errors = vehicle.errors
    gyroscopeBias = random.vector() * errors.gyroscopeBias
    gyroscopeScale = random.vector() * errors.gyroscopeScale
    accelerometerBias = random.vector() * errors.accelerometerBias
    gyroscopeSkew = (
      random.vector() * errors.gyroscopeSkew, random.vector() * errors.gyroscopeSkew
    )
    let crooked = random.vector() * errors.mount
    mount = vehicle.kind.motion == .forward ? Quaternion(rotationVector: crooked) : .identity
    hardIron = random.vector() * errors.hardIron
    motorDirection = random.vector().direction ?? Vector3(1, 0, 0)
    let declination = Angle(radians: .atan2(y: earth.x, x: earth.y))
    let east = Vector3(declination.cosine, -declination.sine, 0)
    field = earth + east * (errors.localField * random.normal())
    pressureBias = 300 * random.normal()
    pressureScale = errors.pressureScale * random.normal()
    fixOffset = random.vector() * errors.fixOffset
    latitude = Angle(degrees: vehicle.coordinate.latitude).radians
    longitude = Angle(degrees: vehicle.coordinate.longitude).radians
    altitude = vehicle.altitude
    let start = BootTime(seconds: 0)
    events.append(
      .clock(
        ClockRelation(bootTime: start, universalTime: vehicle.startTime, trust: .synchronized)))
    events.append(.calibration(start, CalibrationParameters()))
  }

  /// Field of WMM2025 at the start, T, true ENU; zero where the model has no value.
  private static func earthField(of vehicle: SimulatedVehicle) -> Vector3 {
    do throws(MagneticModelError) {
      let field = try MagneticModel.wmm2025.field(
        at: vehicle.coordinate, ellipsoidalHeight: vehicle.altitude,
        decimalYear: vehicle.startTime.decimalYear, extrapolating: true)
      return Vector3(field.east, field.north, -field.down)
    } catch {
      return .zero
    }
  }

  /// One step of 10 ms: samples at its start, then motion to its end.
  mutating func step() {
    let now = time
    let pose = path.pose(at: now)
    let attitude = pose.angles.quaternion * mount
    let moment = BootTime(seconds: now)
    addInertial(pose, attitude, at: now, moment: moment)
    if index % 2 == 0, vehicle.hasMagnetometer {
      let motors = motorDirection * (vehicle.errors.motorField * pose.effort)
      let noise = random.vector() * vehicle.errors.magnetometerNoise
      events.append(
        .magneticField(
          VectorSample(
            time: moment,
            value: attitude.conjugate * field + hardIron + motors + noise)))
    }
    if index % 4 == 1 { addPressure(moment) }
    smooth(pose.velocity)
    addFix(pose, at: now)
    while let next = waiting.first, next.arrival <= now + 1e-9 {
      events.append(.fix(next.fix))
      waiting.removeFirst()
    }
    if let place = Coordinate(
      latitude: latitude * (180 / .pi), longitude: longitude * (180 / .pi))
    {
      truth.append(
        VehicleTruth(
          time: moment, coordinate: place, altitude: altitude, velocity: pose.velocity,
          attitude: attitude, heading: Heading(AttitudeAngles(attitude).heading),
          distance: distance))
    }
    move(from: pose.velocity, at: now)
    index += 1
  }

  private mutating func addInertial(
    _ pose: VehiclePose, _ attitude: Quaternion, at now: Double, moment: BootTime
  ) {
    let errors = vehicle.errors
    let gravity = Vector3(0, 0, PhysicalConstants.standardGravity)
    let force = attitude.conjugate * (path.acceleration(at: now) + gravity)
    let rate = mount.conjugate * path.rate(at: now)
    // Cross-axis sensitivity.
    let skewed =
      gyroscopeSkew.0 * Vector3(rate.y, rate.z, rate.x)
      + gyroscopeSkew.1 * Vector3(rate.z, rate.x, rate.y)
    let step = Self.interval.squareRoot()
    gyroscopeBias += random.vector() * (errors.gyroscopeBiasWalk * step)
    accelerometerBias += random.vector() * (errors.accelerometerBiasWalk * step)
    let shake = pose.velocity.squaredLength > 0.01 ? errors.vibration : 0
    let forceNoise =
      (errors.accelerometerNoise * errors.accelerometerNoise + shake * shake).squareRoot()
    events.append(
      .acceleration(
        VectorSample(
          time: moment,
          value: force + accelerometerBias + random.vector() * forceNoise)))
    events.append(
      .angularRate(
        VectorSample(
          time: moment,
          value: rate + rate * gyroscopeScale + skewed + gyroscopeBias
            + random.vector() * errors.gyroscopeNoise)))
  }

  private mutating func addPressure(_ moment: BootTime) {
    let height = altitude + pressureScale * (altitude - vehicle.altitude)
    guard let pressure = StandardAtmosphere.pressure(altitude: height) else { return }
    // 25 Hz.
    pressureBias += vehicle.errors.pressureWalk * 0.2 * random.normal()
    events.append(
      .pressure(
        ScalarSample(
          time: moment,
          value: pressure + pressureBias + vehicle.errors.pressureNoise * random.normal())))
  }

  /// Updates the receiver's filtered velocity.
  private mutating func smooth(_ velocity: Vector3) {
    let before = smoothedVelocity ?? velocity
    let share = min(Self.interval / max(vehicle.errors.fixVelocityLag, Self.interval), 1)
    smoothedVelocity = before + (velocity - before) * share
  }

  private mutating func addFix(_ pose: VehiclePose, at now: Double) {
    guard vehicle.fixRate > 0 else { return }
    let every = max(1, Int((1 / (vehicle.fixRate * Self.interval)).rounded()))
    guard index % every == 0 else { return }
    let errors = vehicle.errors
    let fade = Double.exp(-1 / (vehicle.fixRate * errors.fixOffsetTime))
    fixOffset =
      fixOffset * fade + random.vector() * (errors.fixOffset * (1 - fade * fade).squareRoot())
    let white = random.vector() * errors.fixNoise
    let ratio = Vector3(1, 1, VehicleErrors.heightRatio)
    let error = (fixOffset + white) * ratio - pose.velocity * errors.fixPositionLag
    let speedError = random.vector() * errors.fixVelocityNoise + slowVelocityError(errors)
    let (north, east) = metresPerRadian
    guard !vehicle.gaps.contains(where: { $0.contains(now) }),
      let place = Coordinate(
        latitude: (latitude + error.y / north) * (180 / .pi),
        longitude: (longitude + error.x / east) * (180 / .pi))
    else { return }
    var fix = Fix(time: BootTime(seconds: now), coordinate: place)
    fix.universalTime = UniversalTime(
      secondsSince1970: vehicle.startTime.secondsSince1970 + now)
    fix.altitude = altitude + error.z
    let deviation = (errors.fixOffset * errors.fixOffset + errors.fixNoise * errors.fixNoise)
      .squareRoot()
    fix.horizontalAccuracy = PositionBound.radius68(variances: 2 * deviation * deviation)
    fix.verticalAccuracy = VehicleErrors.heightRatio * deviation
    let velocity = (smoothedVelocity ?? pose.velocity) + speedError
    let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    fix.speed = speed
    let own =
      errors.fixVelocityNoise * errors.fixVelocityNoise
      + errors.fixVelocityOffset * errors.fixVelocityOffset
    fix.speedAccuracy = max(own.squareRoot(), errors.fixVelocityClaim)
    fix.climbRate = velocity.z
    fix.course = Heading(Angle(radians: .atan2(y: velocity.x, x: velocity.y)))
    waiting.append((now + errors.fixLatency, fix))
  }

  private mutating func slowVelocityError(_ errors: VehicleErrors) -> Vector3 {
    guard errors.fixVelocityOffset > 0 else { return .zero }
    let fade = Double.exp(-1 / (vehicle.fixRate * errors.fixVelocityOffsetTime))
    fixVelocityOffset =
      fixVelocityOffset * fade
      + random.vector() * (errors.fixVelocityOffset * (1 - fade * fade).squareRoot())
    return fixVelocityOffset
  }

  /// Metres per radian of latitude and longitude at the position.
  private var metresPerRadian: (north: Double, east: Double) {
    let step = 1e-6
    func position(_ latitude: Double, _ longitude: Double) -> Vector3 {
      Vector3(
        earthCentered: .clamped(
          latitude: latitude * (180 / .pi), longitude: longitude * (180 / .pi)), height: altitude)
    }
    let north = position(latitude + step, longitude) - position(latitude - step, longitude)
    let east = position(latitude, longitude + step) - position(latitude, longitude - step)
    return (north.length / (2 * step), east.length / (2 * step))
  }

  /// Integrates the position over the step by Simpson's rule.
  private mutating func move(from start: Vector3, at now: Double) {
    let middle = path.pose(at: now + Self.interval / 2).velocity
    let end = path.pose(at: now + Self.interval).velocity
    let step = (start + middle * 4 + end) * (Self.interval / 6)
    let (north, east) = metresPerRadian
    latitude += step.y / north
    longitude += step.x / east
    altitude += step.z
    distance += (step.x * step.x + step.y * step.y).squareRoot()
  }
}
