import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import RealModule
import Testing

struct FreeMotionTests {
  /// All matrices with one ±1 in each row and column.
  static let signedPermutations: [Matrix3] = {
    let unit = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
    var all: [Matrix3] = []
    for a in 0..<3 {
      for b in 0..<3 where b != a {
        for signs in 0..<8 {
          func sign(_ bit: Int) -> Double { signs >> bit & 1 == 0 ? 1 : -1 }
          all.append(
            Matrix3(
              rows: unit[a] * sign(0), unit[b] * sign(1), unit[3 - a - b] * sign(2)))
        }
      }
    }
    return all
  }()

  static let rotations = signedPermutations.filter { $0.determinant > 0 }

  static func random(_ seed: UInt64) -> Matrix3 {
    var random = SeededNormals(seed: seed)
    return Quaternion(
      angle: Angle(radians: (random.uniform() * 2 - 1) * .pi),
      axis: random.normals().direction ?? Vector3(0, 0, 1)
    ).matrix
  }

  private func finding(_ motion: FreeMotion, down: Bool? = true) -> FreeMotionAlignment.Finding {
    var alignment = FreeMotionAlignment()
    for event in motion.events { alignment.process(event) }
    return alignment.finding(isFieldDown: down)
  }

  private func angle(_ one: Matrix3, _ other: Matrix3) -> Angle {
    Angle(radians: Quaternion(rotation: one * other.transposed).rotationVector.length)
  }

  @Test func `there are 48 signed permutations and 24 rotations among them`() {
    #expect(Set(Self.signedPermutations).count == 48 && Set(Self.rotations).count == 24)
  }

  @Test(arguments: 0..<48)
  func `every signed permutation of the magnetometer is found, with any rotation of the gyroscope`(
    index: Int
  ) throws {
    var motion = FreeMotion()
    motion.magnetometer = Self.signedPermutations[index]
    motion.gyroscope = Self.rotations[index * 5 % 24]
    motion.accelerometer = Self.rotations[index * 7 % 24]
    motion.seed = UInt64(index) + 1
    let found = finding(motion)
    let gyroscope = try found.gyroscope.get()
    let magnetometer = try found.magnetometer.get()
    let toForce = motion.accelerometer.transposed
    #expect(gyroscope.assignment?.matrix == toForce * motion.gyroscope)
    #expect(magnetometer.assignment?.matrix == toForce * motion.magnetometer)
    #expect(magnetometer.isMirrored == (motion.magnetometer.determinant < 0))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `any rotation is found within its uncertainty`(seed: UInt64) throws {
    var motion = FreeMotion()
    motion.seed = seed
    motion.gyroscope = Self.random(seed)
    motion.accelerometer = Self.random(seed + 100)
    // Every other magnetometer is mirrored.
    motion.magnetometer =
      Self.random(seed + 200) * Matrix3(diagonal: Vector3(seed % 2 == 0 ? -1 : 1, 1, 1))
    let found = finding(motion)
    let gyroscope = try found.gyroscope.get()
    let magnetometer = try found.magnetometer.get()
    let toForce = motion.accelerometer.transposed
    let g = angle(gyroscope.matrix, toForce * motion.gyroscope)
    #expect(magnetometer.isMirrored == (seed % 2 == 0))
    let m = angle(magnetometer.matrix, toForce * motion.magnetometer)
    #expect(g < Angle(degrees: 1.5) && m < Angle(degrees: 1.5))
    #expect(gyroscope.assignment == nil && magnetometer.assignment == nil)
  }

  @Test func `axes beside right angles are not rounded to them, soft iron changes little`() throws {
    var motion = FreeMotion()
    motion.gyroscope = Quaternion(angle: Angle(degrees: 3), axis: Vector3(0.6, 0, 0.8)).matrix
    motion.magnetometer = Matrix3(diagonal: Vector3(-1, 1, 1))
    motion.softIron = Matrix3(
      rows: Vector3(1.08, 0.03, -0.02), Vector3(0.03, 0.94, 0.04), Vector3(-0.02, 0.04, 1.01))
    let found = finding(motion)
    let gyroscope = try found.gyroscope.get()
    #expect(gyroscope.assignment == nil && abs(gyroscope.skew.degrees - 3) < 0.5)
    #expect(angle(gyroscope.matrix, motion.gyroscope) < Angle(degrees: 0.5))
    let magnetometer = try found.magnetometer.get()
    #expect(magnetometer.isMirrored)
    // Symmetric soft iron does not rotate the axes.
    #expect(angle(magnetometer.matrix, motion.magnetometer) < Angle(degrees: 1))
  }

  @Test func `a still device, a short motion or one axis determine nothing`() {
    var motion = FreeMotion(swings: (0, 0, 0), seconds: 20)
    #expect(finding(motion).gyroscope == .failure(.tooShort))
    motion = FreeMotion(seconds: 4)
    #expect(finding(motion).magnetometer == .failure(.tooShort))
    for swings in [(170.0, 0.0, 0.0), (0, 80, 0), (0, 0, 120)] {
      motion = FreeMotion(swings: swings)
      let found = finding(motion)
      #expect(found.gyroscope == .failure(.oneAxis), "\(swings)")
      #expect(found.magnetometer == .failure(.oneAxis), "\(swings)")
    }
  }

  @Test func `a shaken device or a disturbed field gives no axes`() {
    let shaken = finding(FreeMotion(shaking: 4))
    #expect(shaken.gyroscope == .failure(.accelerated))
    var alignment = FreeMotionAlignment()
    for event in FreeMotion().events {
      if case .magneticField(var sample) = event {
        // A passing magnet, constant in neither frame.
        let time = sample.time.seconds
        sample.value += Vector3(sinOf(time * 1.7), sinOf(time * 2.3), sinOf(time * 0.9)) * 25e-6
        alignment.process(.magneticField(sample))
      } else {
        alignment.process(event)
      }
    }
    let disturbed = alignment.finding(isFieldDown: true)
    #expect(throws: Never.self) { try disturbed.gyroscope.get() }
    #expect(disturbed.magnetometer == .failure(.disturbed))
  }

  private func sinOf(_ radians: Double) -> Double { Double.sin(radians) }

  @Test func `the sign of the axes needs the dip of the field`() throws {
    var motion = FreeMotion(magnetometer: Matrix3(diagonal: Vector3(-1, 1, 1)))
    #expect(finding(motion, down: nil).magnetometer == .failure(.unknownDip))
    #expect(throws: Never.self) { try finding(motion, down: nil).gyroscope.get() }
    motion.dip = 5
    #expect(finding(motion).magnetometer == .failure(.levelField))
    motion.dip = -60
    let south = try finding(motion, down: false).magnetometer.get()
    #expect(south.assignment?.matrix == motion.magnetometer)
  }

  @Test(arguments: 0..<24)
  func `a die with left-handed accelerometer and gyroscope is found, right in all but its x`(
    index: Int
  ) throws {
    // The Sense HAT's LSM9DS1 with every rotation on its board.
    let board = Self.rotations[index]
    let mirror = Matrix3(diagonal: Vector3(-1, 1, 1))
    var motion = FreeMotion(accelerometer: board * mirror, gyroscope: board * mirror)
    motion.magnetometer = board
    motion.seed = UInt64(index) + 1
    let found = finding(motion)
    #expect(found.isMirrored)
    #expect(try found.gyroscope.get().assignment == .identity)
    // Relative to the accelerometer's axes, which are not those of the body.
    #expect(try found.magnetometer.get().assignment?.matrix == mirror)
  }

  @Test(arguments: [Vector3(1, 1, -1), Vector3(-1, 1, 1)], [0, 7, 19])
  func `a left-handed gyroscope beside a right-handed accelerometer is found`(
    axes: Vector3, index: Int
  ) throws {
    var motion = FreeMotion(gyroscope: Self.rotations[index] * Matrix3(diagonal: axes))
    motion.magnetometer = Matrix3(diagonal: Vector3(-1, 1, 1))
    let found = finding(motion)
    let gyroscope = try found.gyroscope.get()
    #expect(!found.isMirrored && gyroscope.isMirrored)
    #expect(gyroscope.assignment?.matrix == motion.gyroscope)
    #expect(try found.magnetometer.get().assignment?.matrix == motion.magnetometer)
  }

  @Test func `a missing sensor is the reason`() {
    func without(_ isLeftOut: (SensorEvent) -> Bool) -> FreeMotionAlignment.Finding {
      var alignment = FreeMotionAlignment()
      for event in FreeMotion().events where !isLeftOut(event) { alignment.process(event) }
      return alignment.finding(isFieldDown: true)
    }
    let noField = without { if case .magneticField = $0 { true } else { false } }
    #expect(noField.magnetometer == .failure(.noMagnetometer))
    #expect(throws: Never.self) { try noField.gyroscope.get() }
    let noRate = without { if case .angularRate = $0 { true } else { false } }
    #expect(noRate.magnetometer == .failure(.noGyroscope))
    let noForce = without { if case .acceleration = $0 { true } else { false } }
    #expect(noForce.gyroscope == .failure(.noAccelerometer))
  }
}
