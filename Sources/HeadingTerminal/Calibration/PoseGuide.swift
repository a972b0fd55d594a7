import Foundation
public import HeadingCalibration
public import HeadingGeometry
import HeadingRuntime
public import HeadingSensing

/// Guides through poses at rest, a line a step: six sides for the accelerometer, two for the mount.
public struct PoseGuide: Sendable {
  private let sources: [any SensorSource]
  private let limit: Double
  private let tell: @Sendable (String) -> Void

  /// Makes a guide.
  ///
  /// - Parameters:
  ///   - sources: The sensors.
  ///   - limit: Seconds after which it gives up.
  ///   - tell: Shows a line to whoever moves the device.
  public init(
    sources: [any SensorSource], limit: Double, tell: @escaping @Sendable (String) -> Void
  ) {
    self.sources = sources
    self.limit = limit
    self.tell = tell
  }

  /// The accelerometer's offset and scale from its six sides, in any order.
  ///
  /// - Returns: The numbers; `nil` with the sides that are missing if the time ran out.
  public func accelerometer() async -> (
    result: AccelerometerCalibrator.Result?, missing: [BodySide]
  ) {
    let tell = self.tell
    tell("lay the device on each of its six sides, in any order, two seconds each")
    return await EventTap.run(sources, seconds: limit) { events in
      var calibrator = AccelerometerCalibrator()
      var window = ForceWindow()
      var told = ""
      for await event in events {
        guard let forces = window.add(event) else { continue }
        var line: String?
        do throws(RestRefusal) {
          let isNew = calibrator.missing
          let side = try calibrator.add(pose: forces)
          if isNew.contains(side) {
            let missing = calibrator.missing.map(\.description).joined(separator: ", ")
            line = "\(side): taken" + (missing.isEmpty ? "" : "; missing: \(missing)")
          }
        } catch {
          if error != .motion { line = "refused: \(error)" }
        }
        if let line, line != told {
          tell(line)
          told = line
        }
        if let result = calibrator.result { return (result, []) }
      }
      return (nil, calibrator.missing)
    }
  }

  /// Change of the magnetic field between the first and the last second beyond which the device turned, T.
  ///
  /// Four times the noise of a mean of consumer parts' samples; a turn of 3° in 30 µT.
  static let largestFieldChange = 1.5e-6

  /// The gyroscope's offset at rest.
  ///
  /// Beside rate and force the magnetometer watches: a steady turn about the vertical shows in it alone.
  ///
  /// - Returns: The offset, rad/s, and its 1σ an axis; or why it was no rest.
  public func gyroscope() async -> Result<GyroscopeOffset, RestRefusal> {
    tell("leave the device at rest")
    return await EventTap.run(sources, seconds: limit) { events in
      var rest = GyroscopeRest()
      // No chip of a hat is off by more; data sheets state up to 5°/s.
      rest.largestOffset = Angle(degrees: 5).radians
      var fields: [VectorSample] = []
      for await event in events {
        rest.add(event)
        if case .magneticField(let sample) = event, sample.value.isFinite { fields.append(sample) }
      }
      if let first = fields.first?.time, let last = fields.last?.time {
        let early = Self.mean(fields.filter { $0.time.seconds(since: first) < 1 })
        let late = Self.mean(fields.filter { last.seconds(since: $0.time) < 1 })
        if (late - early).length > Self.largestFieldChange { return .failure(.motion) }
      }
      do throws(RestRefusal) {
        let (bias, deviation) = try rest.result()
        return .success(GyroscopeOffset(bias: bias, deviation: deviation))
      } catch {
        return .failure(error)
      }
    }
  }

  /// An offset, rad/s, with its 1σ an axis.
  public struct GyroscopeOffset: Sendable {
    /// The offset, rad/s, body frame.
    public var bias: Vector3

    /// Its 1σ an axis, rad/s.
    public var deviation: Double
  }

  private static func mean(_ samples: [VectorSample]) -> Vector3 {
    samples.reduce(.zero) { $0 + $1.value } / Double(max(samples.count, 1))
  }

  /// What was found about a mount.
  public struct Mount: Sendable {
    /// From the present body frame to the vehicle's; `nil` if the time ran out.
    public var matrix: MountMatrix?

    /// How the magnetometer's axes are to the gyroscope's; `nil` if the motion did not tell.
    public var axes: AxisCheck.Finding?
  }

  /// The rotation between device and vehicle from a level pose and one with the nose up.
  ///
  /// - Parameters:
  ///   - checks: Whether free motion afterwards shall tell if the magnetometer's axes are right.
  ///   - coordinate: Where the device is, if that was said: it tells a mirrored axis from two reversed ones.
  /// - Returns: What was found until the time ran out.
  public func mount(checks: Bool, at coordinate: Coordinate?) async -> Mount {
    let tell = self.tell
    tell("put the vehicle level and leave it for two seconds")
    return await EventTap.run(sources, seconds: limit) { events in
      var found = Mount()
      var coordinate = coordinate
      var window = ForceWindow()
      var sampler = CalibrationSampler()
      var samples: [CalibrationSample] = []
      var level: Vector3?
      var rates: [VectorSample] = []
      for await event in events {
        if case .angularRate(let sample) = event { rates.append(sample) }
        if case .fix(let fix) = event { coordinate = fix.coordinate }
        if let sample = sampler.process(event) {
          samples.append(sample)
          if found.matrix != nil, samples.count % 100 == 0,
            let finding = AxisCheck.check(
              samples, isFieldDown: coordinate.flatMap(MagneticSide.isFieldDown))
          {
            found.axes = finding
            return found
          }
        }
        guard found.matrix == nil, let forces = window.add(event) else { continue }
        defer { rates = [] }
        guard let force = ForceWindow.mean(forces) else { continue }
        guard let flat = level else {
          level = force
          // At rest the gyroscope shows its offset, which long pauses would add up to a turn.
          sampler.calibration.gyroscopeBias = Self.mean(rates)
          tell("level: taken; now lift its nose by 10 to 60 degrees and hold it there")
          continue
        }
        found.matrix = MountFinder.mount(level: flat, noseUp: force)
        guard found.matrix != nil else { continue }
        tell("nose up: taken")
        if !checks { return found }
        tell("now turn it about all its axes, to check those of the magnetometer")
      }
      return found
    }
  }
}
