import HeadingGeometry
import HeadingLocationServices
import HeadingSensing
import Testing

@testable import CoreLocation

/// The heading service.
@MainActor @Suite(.timeLimit(.minutes(5))) struct HeadingUpdatesTests {
  @Test func `headings start when a magnetometer is connected`()
    async
  {
    let rig = Rig()
    rig.origin.availability.hasHeading = false
    let (manager, recorder) = rig.manager()
    manager.startUpdatingHeading()
    await rig.origin.opened()
    await rig.drain()
    #expect(recorder.log == ["authorization"])
    rig.origin.emit(Rig.heading(90))
    await rig.drain()
    #expect(recorder.headings.map(\.magneticHeading) == [90])
  }

  @Test func `headings differ by at least a degree modulo 360`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingHeading()
    await rig.origin.opened()
    for step in 0..<100 {
      // Across north, half a degree after a delivered one.
      let degrees = (357.5 + Double(step) * 0.1).truncatingRemainder(dividingBy: 360)
      rig.origin.emit(Rig.heading(degrees))
    }
    await rig.drain()
    #expect((9...10).contains(recorder.headings.count))
    for (from, to) in zip(recorder.headings, recorder.headings.dropFirst()) {
      let turn = (to.magneticHeading - from.magneticHeading).remainder(dividingBy: 360)
      #expect(abs(turn) >= 1 && abs(turn) < 1.2)
    }
    #expect(manager.heading?.magneticHeading == recorder.headings.last?.magneticHeading)
  }

  @Test func `every heading is delivered without a filter`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.headingFilter = kCLHeadingFilterNone
    manager.startUpdatingHeading()
    await rig.origin.opened()
    for _ in 0..<10 { rig.origin.emit(Rig.heading(20)) }
    await rig.drain()
    #expect(recorder.headings.count == 10)
  }

  @Test func `a heading has its 95 percent bound and the field in device axes`()
    async throws
  {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingHeading()
    await rig.origin.opened()
    await rig.emit(Rig.heading(20, bound: 7))
    let heading = try #require(recorder.headings.first)
    #expect(heading.headingAccuracy == 7)
    #expect([heading.x, heading.y, heading.z] == [1, 20, -40])
  }

  @Test func `true heading requires location updates of the same manager`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingHeading()
    await rig.origin.opened()
    await rig.emit(Rig.heading(20, true: 28.5))
    #expect((recorder.headings.last?.trueHeading ?? 0) < 0)
    let (other, _) = rig.manager()
    other.startUpdatingLocation()
    await rig.emit(Rig.heading(30, true: 38.5))
    #expect((recorder.headings.last?.trueHeading ?? 0) < 0)
    manager.startUpdatingLocation()
    await rig.emit(Rig.heading(40, true: 48.5))
    #expect(recorder.headings.last?.trueHeading == 48.5)
  }

  @Test func `a true heading that becomes known or unknown is delivered without a turn`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    manager.startUpdatingHeading()
    await rig.origin.opened()
    for trueHeading in [nil, nil, 23.5, 23.6, nil, nil] {
      await rig.emit(Rig.heading(20, true: trueHeading))
    }
    #expect(recorder.headings.map(\.trueHeading) == [-1, 23.5, -1])
  }

  @Test(arguments: [
    (CLDeviceOrientation.portrait, 10.0), (.landscapeLeft, 100), (.landscapeRight, 280),
    (.portraitUpsideDown, 190),
  ])
  func `the heading refers to the axis of the orientation`(
    _ orientation: CLDeviceOrientation, _ heading: Double
  ) async throws {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.headingOrientation = orientation
    // These keep the current axis.
    manager.headingOrientation = .faceUp
    manager.startUpdatingHeading()
    await rig.origin.opened()
    let attitude = Quaternion(angle: Angle(degrees: -10), axis: Vector3(0, 0, 1))
    await rig.emit(Rig.heading(10, attitude: attitude))
    let found = try #require(recorder.headings.first?.magneticHeading)
    #expect(abs(found - heading) < 1e-3)
  }

  @Test func `interference is reported once until a heading is available again`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingHeading()
    await rig.origin.opened()
    await rig.emit(Rig.heading(20))
    for _ in 0..<5 { await rig.emit(Rig.heading(nil, reasons: .disturbed)) }
    #expect(recorder.errors == [.headingFailure])
    await rig.emit(Rig.heading(50))
    await rig.emit(Rig.heading(nil, reasons: .disturbed))
    #expect(recorder.errors == [.headingFailure, .headingFailure])
    // The last delivered heading is invalidated each time.
    #expect(recorder.headings.map { $0.headingAccuracy > 0 } == [true, false, true, false])
    #expect(recorder.headings.map(\.magneticHeading) == [20, 20, 50, 50])
    #expect(recorder.headings.allSatisfy { $0.trueHeading < 0 })
  }

  @Test func `calibration is requested when needed and shown if the delegate agrees`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingHeading()
    await rig.origin.opened()
    await rig.emit(Rig.heading(20))
    #expect(recorder.calibrationQuestions == 0)
    await rig.emit(Rig.heading(30, reasons: .uncalibrated))
    await rig.emit(Rig.heading(40, reasons: .uncalibrated))
    #expect(recorder.calibrationQuestions == 1)
    await rig.emit(Rig.heading(50, reasons: .disturbed))
    #expect(recorder.calibrationQuestions == 2)
    recorder.wantsCalibration = true
    await rig.emit(Rig.heading(60))
    await rig.emit(Rig.heading(70, reasons: .disturbed))
    await rig.emit(Rig.heading(80))
    await rig.emit(Rig.heading(90, reasons: .disturbed))
    #expect(recorder.calibrationQuestions == 3, "it is shown already")
    manager.dismissHeadingCalibrationDisplay()
    await rig.emit(Rig.heading(100))
    await rig.emit(Rig.heading(110, reasons: .disturbed))
    #expect(recorder.calibrationQuestions == 4)
  }

  @Test func `a hundred managers share one stream`() async {
    let rig = Rig()
    let managers = (0..<100).map { _ in rig.manager() }
    for (index, pair) in managers.enumerated() {
      pair.0.headingFilter = Double(index % 10 + 1)
      pair.0.startUpdatingHeading()
    }
    await rig.origin.opened()
    for degree in 0..<60 { rig.origin.emit(Rig.heading(Double(degree))) }
    await rig.drain()
    for (index, pair) in managers.enumerated() {
      #expect(pair.1.headings.count == (60 + index % 10) / (index % 10 + 1))
      pair.0.stopUpdatingHeading()
    }
    #expect(!rig.services.hub.isRunning)
  }
}
