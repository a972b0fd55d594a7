import HeadingCalibration
import HeadingGeometry
import HeadingSensing
import Testing

struct CollectorTests {
  @Test func `all cells have equal area and contain their centre`() {
    var counts = [Int](repeating: 0, count: DirectionGrid.cellCount)
    var turned = Turns(count: 1, tilt: 0)
    for _ in 0..<64_000 {
      let direction = turned.normals()
      counts[DirectionGrid.cell(of: direction)] += 1
    }
    // 1000 each, 1σ of 32.
    #expect(counts.allSatisfy { abs($0 - 1000) < 160 })
    for cell in 0..<DirectionGrid.cellCount {
      #expect(DirectionGrid.cell(of: DirectionGrid.center(of: cell)) == cell)
    }
  }

  @Test func `kept samples are bounded, in order of time, and sufficient for a fit`() {
    let turned = Turns(count: 2000, tilt: 60)
    var collector = CalibrationCollector()
    for sample in turned.samples { collector.add(sample) }
    let kept = collector.samples
    #expect(collector.offered == 2000)
    #expect(kept.count == collector.count)
    #expect(kept.count <= DirectionGrid.cellCount * CalibrationCollector.slotsPerCell)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(collector.coverage.headingFraction > 0.9)
    let result = MagneticCalibrator().fit(kept, knowledge: Turns.place)
    #expect(result.isAccepted)
    #expect(turned.largestError(result.parameters) < 1)
  }

  @Test func `a static sample replaces a dynamic one, and a new one replaces an old one`() {
    var collector = CalibrationCollector()
    let field = Vector3(0, 20e-6, -40e-6)
    func sample(_ seconds: Double, force: Double) -> CalibrationSample {
      CalibrationSample(
        time: BootTime(seconds: seconds), field: field,
        specificForce: Vector3(0, 0, force), angularRate: .zero)
    }
    for index in 0..<CalibrationCollector.slotsPerCell {
      collector.add(sample(Double(index), force: 12))
    }
    #expect(collector.count == CalibrationCollector.slotsPerCell)
    let kept = [
      collector.add(sample(100, force: 13)), collector.add(sample(101, force: 9.80665)),
      collector.add(sample(4000, force: 13)),
      collector.add(CalibrationSample(time: BootTime(seconds: 1), field: Vector3(.nan, 0, 0))),
    ]
    #expect(kept == [false, true, true, false])
    #expect(collector.count == CalibrationCollector.slotsPerCell)
  }

  @Test(arguments: [0.3e-6, 1e-6])
  func `sensor noise at rest gives no coverage`(noise: Double) {
    var normals = SeededNormals(seed: 7)
    var collector = CalibrationCollector()
    for index in 0..<2000 {
      collector.add(
        CalibrationSample(
          time: BootTime(seconds: Double(index) / 50),
          field: Vector3(20e-6, 5e-6, -40e-6) + normals.normals() * noise,
          specificForce: Vector3(0, 0, 9.80665), angularRate: .zero))
    }
    #expect(collector.coverage.fraction == 0)
    #expect(collector.coverage.headingFraction == 0)
  }

  @Test func `the next motion is a turn first, then the missing tilts`() {
    #expect(CalibrationCoverage().nextMotion == .turnAround)
    var coverage = CalibrationCoverage()
    coverage.headings = (1 << 36) - 1
    coverage.tilts = 0b0011
    #expect(coverage.nextMotion == .rollLeft)
    coverage.tilts = 0b1111
    #expect(coverage.nextMotion == .upsideDown)
    coverage.cells = .max
    #expect(coverage.nextMotion == .enough)
  }
}
