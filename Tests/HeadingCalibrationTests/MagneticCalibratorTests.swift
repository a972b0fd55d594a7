import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import Testing

/// The fit against a known distortion.
///
/// The bound of each case is the Cramér-Rao bound of 1000 such samples,
/// inclination known (computed by Benchmarks/Calibration), times √(1000 / 300) for fewer samples; the
/// largest error over all headings of one draw is allowed four of them.
struct MagneticCalibratorTests {
  @Test(arguments: [
    (turns: 2.0, tilt: 60.0, bound: 0.090), (2, 30, 0.128), (2, 10, 0.171), (2, 3, 0.193),
    (0.5, 10, 0.385),
  ])
  func `a fit reaches the Cramér-Rao bound at any tilt`(
    turns: Double, tilt: Double, bound: Double
  ) {
    let turned = Turns(turns: turns, tilt: tilt, interval: 0.5)
    // The bound assumes an exact mean of the accelerometer.
    var knowledge = Turns.place
    knowledge.accelerometer = .calibrated
    let result = MagneticCalibrator().fit(turned.samples, knowledge: knowledge)
    #expect(result.isAccepted)
    #expect(result.rung == .ellipsoid)
    let limit = bound * (1000.0 / 300).squareRoot()
    #expect(turned.largestError(result.parameters, tilt: 20) < 4 * limit)
    #expect(abs(result.predictedHeadingError.tilt20.degrees / limit - 1) < 0.3)
  }

  @Test func `a tenth of outliers is tolerated`() {
    var turned = Turns(tilt: 10)
    let clean = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    for index in stride(from: 0, to: turned.samples.count, by: 10) {
      turned.samples[index].field += turned.normals() * 20e-6
    }
    let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    #expect(result.isAccepted)
    #expect((25...36).contains(result.outliers))
    #expect(
      turned.largestError(result.parameters) < 2 * turned.largestError(clean.parameters) + 0.2)
  }

  @Test func `a gyroscope halves the error after half a turn`() {
    let with = Turns(turns: 0.5, tilt: 10, hasGyroscope: true)
    let result = MagneticCalibrator().fit(with.samples, knowledge: Turns.place)
    let without = MagneticCalibrator().fit(
      Turns(turns: 0.5, tilt: 10).samples, knowledge: Turns.place)
    #expect(
      result.predictedHeadingError.level.degrees
        < 0.5 * without.predictedHeadingError.level.degrees)
    #expect(with.largestError(result.parameters) < 4 * result.predictedHeadingError.level.degrees)
  }

  @Test func `a significant misalignment of magnetometer and accelerometer is estimated`() {
    let turn = Quaternion(angle: Angle(degrees: 4), axis: Vector3(0, 1, 0)).matrix
    let turned = Turns(count: 400, tilt: 60, distortion: turn)
    let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    #expect(result.rung == .full)
    #expect(turned.largestError(result.parameters, tilt: 20) < 1)
  }

  @Test func `without a place strength and inclination are estimated`() throws {
    let turned = Turns(tilt: 60)
    let result = MagneticCalibrator().fit(turned.samples)
    #expect(result.isAccepted)
    #expect(result.reasons.contains(.placeUnknown))
    let inclination = try #require(result.inclination)
    #expect(abs(inclination.degrees - 65) < 0.5)
    // The matrix has determinant 1, so the strength contains the distortion's: 48 µT · ∛1.0238.
    #expect(abs(result.fieldStrength - 48.4e-6) < 0.3e-6)
  }

  @Test func `data without rotation are refused with the reason`() {
    let still = Turns(turns: 0.02, tilt: 3)
    let result = MagneticCalibrator().fit(still.samples, knowledge: Turns.place)
    #expect(!result.isAccepted)
    #expect(result.reasons == .noRotation)
    #expect(result.parameters.hardIron == .zero)
  }

  @Test func `one pose with known heading is sufficient`() {
    var pose = Turns(turns: 0, tilt: 0, distortion: .identity)
    pose.samples = Array(pose.samples.prefix(50))
    var knowledge = Turns.place
    knowledge.heading = .zero
    let result = MagneticCalibrator().fit(pose.samples, knowledge: knowledge)
    #expect(result.isAccepted)
    #expect(result.rung == .knownHeading)
    #expect((result.parameters.hardIron - Turns.hardIron).length < 0.5e-6)
    #expect(pose.largestError(result.parameters) < 1)
    knowledge.inclination = nil
    let nowhere = MagneticCalibrator().fit(pose.samples, knowledge: knowledge)
    #expect(!nowhere.isAccepted)
    #expect(nowhere.reasons == .placeNeeded)
  }

  @Test func `an equally good calibration is not replaced`() {
    let turned = Turns(tilt: 30)
    let first = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    var knowledge = Turns.place
    knowledge.current = first.parameters
    let same = MagneticCalibrator().fit(turned.samples, knowledge: knowledge)
    #expect(!same.isAccepted)
    #expect(same.reasons.contains(.notBetter))
    knowledge.current?.hardIron.x += 5e-6
    let better = MagneticCalibrator().fit(turned.samples, knowledge: knowledge)
    #expect(better.isAccepted)
  }

  @Test func `values that are not finite and empty data are refused`() {
    #expect(MagneticCalibrator().fit([]).reasons == .tooFewSamples)
    var turned = Turns(tilt: 10)
    for index in turned.samples.indices { turned.samples[index].field.y = .nan }
    #expect(!MagneticCalibrator().fit(turned.samples).isAccepted)
    let one = [CalibrationSample](repeating: Turns(tilt: 10).samples[0], count: 200)
    let stuck = MagneticCalibrator().fit(one, knowledge: Turns.place)
    #expect(!stuck.isAccepted)
    #expect(stuck.reasons == .noRotation)
  }

  @Test(arguments: [0.0, 0.3])
  func `the delay of the field behind the load is estimated`(delay: Double) throws {
    var turned = Turns(count: 600, tilt: 20)
    let moves = Vector3(5e-6, -3e-6, 6e-6)
    func load(_ seconds: Double) -> Double {
      40 * (1 + Angle(radians: 2.1 * seconds + 2 * Angle(radians: 0.7 * seconds).sine).sine)
    }
    for index in turned.samples.indices {
      let time = turned.samples[index].time.seconds
      turned.samples[index].load = LoadSeries { load(time - $0) }
      turned.samples[index].field += moves * (load(time - delay) / 80)
    }
    let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    let effect = try #require(result.parameters.load)
    #expect(abs(effect.delay - delay) < 0.06)
    #expect(abs(effect.swing - moves.length) < 0.5e-6)
    // The hard iron is that without a load.
    #expect((result.parameters.hardIron - Turns.hardIron).length < 1e-6)
    let calibrator = MagneticCalibrator()
    let error = try #require(
      calibrator.error(of: result.parameters, over: turned.samples, knowledge: Turns.place))
    var ignorant = result.parameters
    ignorant.load = nil
    let worse = try #require(
      calibrator.error(of: ignorant, over: turned.samples, knowledge: Turns.place))
    #expect(error < 1e-6 && worse > 2 * error)
    // An equally good calibration, with load, is not better.
    var knowledge = Turns.place
    knowledge.current = result.parameters
    #expect(calibrator.fit(turned.samples, knowledge: knowledge).reasons.contains(.notBetter))
  }

  @Test func `a temperature-dependent hard iron is estimated`() throws {
    var warming = Turns(count: 600, tilt: 20)
    let slope = Vector3(0.1e-6, -0.3e-6, 0.2e-6)
    for index in warming.samples.indices {
      let temperature = 290 + 20 * Double(index) / 599
      warming.samples[index].temperature = temperature
      warming.samples[index].field += slope * (temperature - 300)
    }
    let calibrator = MagneticCalibrator()
    let result = calibrator.fit(warming.samples, knowledge: Turns.place)
    let effect = try #require(result.parameters.temperature)
    #expect((effect.field - slope).length < 0.02e-6)
    let atThreeHundred = result.parameters.hardIron + effect.field(at: 300)
    #expect((atThreeHundred - Turns.hardIron).length < 0.5e-6)
    let error = try #require(
      calibrator.error(of: result.parameters, over: warming.samples, knowledge: Turns.place))
    var ignorant = result.parameters
    ignorant.temperature = nil
    let worse = try #require(
      calibrator.error(of: ignorant, over: warming.samples, knowledge: Turns.place))
    #expect(worse > 2 * error)
  }

  @Test func `the field of a load is estimated and reported`() throws {
    var turned = Turns(count: 400, tilt: 30)
    let moves = Vector3(0, 9e-6, 0)
    for index in turned.samples.indices {
      let load = Double((index / 37) % 2)
      turned.samples[index].load = LoadSeries { _ in load * 40 }
      turned.samples[index].field += moves * load
    }
    let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    let effect = try #require(result.parameters.load)
    #expect((effect.field(at: 40) - moves).length < 0.3e-6)
    #expect(result.reasons.contains(.movesWithLoad))
  }

  @Test(arguments: [Vector3(1, 1, -1), Vector3(1, -1, -1), Vector3(-1, 1, 1)])
  func `reversed axes are refused with a gyroscope`(signs: Vector3) {
    var turned = Turns(count: 1000, turns: 3, tilt: 60, hasGyroscope: true)
    #expect(MagneticCalibrator().fit(turned.samples, knowledge: Turns.place).isAccepted)
    for index in turned.samples.indices { turned.samples[index].field *= signs }
    let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    #expect(!result.isAccepted && result.reasons == .wrongAxes)
  }

  @Test(arguments: FreeMotionTests.signedPermutations, [true, false])
  func `every wrong assignment of the axes is refused, without a gyroscope by the vertical`(
    axes: Matrix3, hasGyroscope: Bool
  ) {
    var turned = Turns(count: 1000, turns: 3, tilt: 60, hasGyroscope: hasGyroscope)
    for index in turned.samples.indices {
      turned.samples[index].field = axes * turned.samples[index].field
    }
    let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    #expect(result.isAccepted == (axes == .identity), "\(result.reasons)")
  }

  // It turns against the gyroscope; which way it lies does not show.
  @Test func `a mirrored magnetometer is refused in a level turn`() {
    var turn = SteadyTurn(seed: 1)
    turn.swapHorizontalAxes()
    let result = MagneticCalibrator().fit(turn.samples, knowledge: Turns.place)
    #expect(!result.isAccepted && result.reasons == .wrongAxes)
  }

  @Test
  func `wrong unit, stuck axis and clipping are distinguished from lack of motion`()
    throws
  {
    func refusal(_ change: (inout Vector3) -> Void) -> CalibrationReasons {
      var turned = Turns(count: 600, tilt: 60)
      for index in turned.samples.indices { change(&turned.samples[index].field) }
      let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
      #expect(!result.isAccepted)
      return result.reasons
    }
    #expect(refusal { $0 *= 1e-4 * 1e6 } == .implausibleField)
    #expect(refusal { $0 *= 1e-2 } == .implausibleField)
    #expect(refusal { $0.y = 12e-6 } == .clipped)
    #expect(
      refusal {
        $0 = pointwiseMax(pointwiseMin($0, Vector3(repeating: 20e-6)), Vector3(repeating: -20e-6))
      }
      .contains(.clipped))
  }

  @Test func `clipped readings are excluded and reported`() throws {
    var turned = Turns(count: 1000, tilt: 60)
    let most = turned.samples.map(\.field.x).max() ?? 0
    for index in turned.samples.indices {
      turned.samples[index].field.x = min(turned.samples[index].field.x, most - 5e-6)
    }
    let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    #expect(result.isAccepted && result.reasons.contains(.clipped))
    #expect(turned.largestError(result.parameters, tilt: 20) < 1)
  }

  @Test func `a load without effect is excluded`() throws {
    var turned = Turns(count: 400, tilt: 30)
    for index in turned.samples.indices {
      turned.samples[index].load = LoadSeries { _ in Double((index * 7919) % 31) }
    }
    let result = MagneticCalibrator().fit(turned.samples, knowledge: Turns.place)
    #expect(result.isAccepted && result.parameters.load == nil)
    #expect(!result.reasons.contains(.movesWithLoad))
  }
}
