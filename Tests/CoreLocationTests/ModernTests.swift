import HeadingAuthorization
import HeadingProtocol
import HeadingTesting
import Testing

@testable import CoreLocation

/// The asynchronous interfaces.
@MainActor @Suite struct ModernTests {
  private static let metre = 1 / 110_980.0

  @Test(.timeLimit(.minutes(5)))
  func `a condition is satisfied inside its circle and persists`() async throws {
    let folder = try TemporaryFolder()
    let rig = Rig()
    let circle = CLMonitor.CircularGeographicCondition(
      center: CLLocationCoordinate2DMake(37, 127), radius: 100)
    do {
      let monitor = CLMonitor("test", hub: rig.services.hub, center: rig.center, folder: folder.url)
      await monitor.add(circle, identifier: "home", assuming: .unsatisfied)
      await rig.origin.opened()
      #expect(await monitor.record(for: "home")?.lastEvent.state == .unsatisfied)
      for second in 0...600 {
        rig.origin.emit(Rig.place(Double(second), 37 + (Double(second) - 300) * Self.metre, 127))
      }
      var states: [CLMonitor.Event.State] = []
      for try await event in await monitor.events {
        states.append(event.state)
        if states.count == 2 { break }
      }
      #expect(states == [.satisfied, .unsatisfied])
      #expect(await monitor.record(for: "home")?.lastEvent.state == .satisfied, "the one before")
    }
    let again = CLMonitor("test", hub: rig.services.hub, center: rig.center, folder: folder.url)
    #expect(await again.identifiers == ["home"])
    #expect(await again.record(for: "home")?.lastEvent.state == .unsatisfied)
    await again.remove("home")
    #expect(await again.identifiers.isEmpty)
  }

  @Test(.timeLimit(.minutes(5)))
  func `monitors of one name share conditions and the second continues`()
    async throws
  {
    let folder = try TemporaryFolder()
    let rig = Rig()
    func monitor(_ name: String) -> CLMonitor {
      CLMonitor(name, hub: rig.services.hub, center: rig.center, folder: folder.url)
    }
    let circle = CLMonitor.CircularGeographicCondition(
      center: CLLocationCoordinate2DMake(37, 127), radius: 100)
    let second: CLMonitor
    do {
      let first = monitor("test")
      second = monitor("test")
      await first.add(circle, identifier: "home", assuming: .unsatisfied)
      await second.add(circle, identifier: "work", assuming: .unsatisfied)
      #expect(await first.identifiers == ["home", "work"])
      #expect(await monitor("other").identifiers.isEmpty)
    }
    #expect(await second.identifiers == ["home", "work"])
    await rig.origin.opened()
    for time in 0...60 { rig.origin.emit(Rig.place(Double(time), 37, 127)) }
    var identifiers: [String] = []
    for try await event in await second.events {
      #expect(event.state == .satisfied)
      identifiers.append(event.identifier)
      if identifiers.count == 2 { break }
    }
    #expect(identifiers == ["home", "work"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `an invalid circle and a twenty-first condition are unmonitored with a reason`()
    async throws
  {
    let rig = Rig()
    let monitor = CLMonitor("test", hub: rig.services.hub, center: rig.center, folder: nil)
    let nowhere = CLMonitor.CircularGeographicCondition(
      center: kCLLocationCoordinate2DInvalid, radius: 100)
    await monitor.add(nowhere, identifier: "nowhere")
    let circle = CLMonitor.CircularGeographicCondition(
      center: CLLocationCoordinate2DMake(37, 127), radius: 100)
    for index in 1...20 { await monitor.add(circle, identifier: "\(index)") }
    var events: [CLMonitor.Event] = []
    for try await event in await monitor.events {
      events.append(event)
      if events.count == 2 { break }
    }
    #expect(events.map(\.state) == [.unmonitored, .unmonitored])
    #expect(events[0].conditionUnsupported && events[0].identifier == "nowhere")
    #expect(events[1].conditionLimitExceeded && events[1].identifier == "20")
  }

  @Test(.timeLimit(.minutes(5)))
  func `live updates request authorization and then deliver locations`() async throws {
    let rig = Rig(.notDetermined, agent: ScriptedAgent(.whenInUse))
    let updates = CLLocationUpdate.Updates(configuration: .default, services: rig.services)
    var iterator = updates.makeAsyncIterator()
    await rig.origin.opened()
    while !rig.center.current.isGranted { await Task.yield() }
    rig.origin.emit(Rig.place(1, 37, 127))
    let update = try await iterator.next()
    #expect(update?.location?.coordinate.latitude == 37)
    #expect(update?.stationary == false && update?.isStationary == false)
    #expect(rig.agent.asked.map(\.kind) == [.whenInUse])
  }

  @Test(.timeLimit(.minutes(5)))
  func `live updates report a denial`() async throws {
    let rig = Rig(.denied)
    var iterator = CLLocationUpdate.Updates(configuration: .fitness, services: rig.services)
      .makeAsyncIterator()
    await rig.origin.opened()
    rig.origin.emit(Rig.place(1, 37, 127))
    let update = try await iterator.next()
    #expect(update?.location == nil)
    #expect(update?.authorizationDenied == true)
  }

  @Test(.timeLimit(.minutes(5)))
  func `live updates report rest once and resume on movement`() async throws {
    let rig = Rig()
    var iterator = CLLocationUpdate.Updates(configuration: .fitness, services: rig.services)
      .makeAsyncIterator()
    await rig.origin.opened()
    // 20 minutes at one position; a slow reader gets the newest 64 updates, so only every tenth.
    for time in stride(from: 0.0, through: 1200, by: 10) {
      rig.origin.emit(Rig.place(time, 37, 127))
    }
    rig.origin.emit(Rig.place(1210, 37 + 100 * Self.metre, 127))
    var updates: [CLLocationUpdate] = []
    while updates.last?.location?.coordinate.latitude ?? 37 == 37 {
      updates.append(try #require(try await iterator.next()))
    }
    // 31 locations until 300 s, then rest, then the location elsewhere.
    #expect(updates.count == 33)
    #expect(updates.filter(\.stationary).count == 1)
    #expect(updates[31].stationary && updates[31].location != nil)
    #expect(!updates[32].stationary)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a program that requires sessions gets no locations without one`() async throws {
    let usage = UsageDescription(["NSLocationRequireExplicitServiceSession": true])
    let rig = Rig(.whenInUse, usage: usage)
    var iterator = CLLocationUpdate.Updates(configuration: .default, services: rig.services)
      .makeAsyncIterator()
    await rig.origin.opened()
    rig.origin.emit(Rig.place(1, 37, 127))
    let without = try #require(try await iterator.next())
    #expect(without.serviceSessionRequired && without.location == nil)
    let session = CLServiceSession(.whenInUse, purpose: nil, center: rig.center)
    rig.origin.emit(Rig.place(2, 37, 127))
    let with = try #require(try await iterator.next())
    #expect(!with.serviceSessionRequired && with.location != nil)
    session.invalidate()
    rig.origin.emit(Rig.place(3, 37, 127))
    #expect(try #require(try await iterator.next()).serviceSessionRequired)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a condition is unmonitored during denial and determined anew afterwards`()
    async throws
  {
    let rig = Rig()
    let monitor = CLMonitor("test", hub: rig.services.hub, center: rig.center, folder: nil)
    let circle = CLMonitor.CircularGeographicCondition(
      center: CLLocationCoordinate2DMake(37, 127), radius: 100)
    await monitor.add(circle, identifier: "home")
    await rig.origin.opened()
    rig.origin.emit(Rig.place(1, 37, 127))
    await rig.decide { $0.programs[Rig.program]?.grant = .denied }
    rig.origin.emit(Rig.place(2, 38, 127))
    await rig.decide { $0.programs[Rig.program]?.grant = .whenInUse }
    rig.origin.emit(Rig.place(3, 37, 127))
    await rig.decide { $0.programs[Rig.program]?.isReduced = true }
    var events: [CLMonitor.Event] = []
    for try await event in await monitor.events {
      events.append(event)
      if events.count == 4 { break }
    }
    #expect(events.map(\.state) == [.satisfied, .unmonitored, .satisfied, .unmonitored])
    #expect(events.map(\.authorizationDenied) == [false, true, false, false])
    #expect(events.map(\.accuracyLimited) == [false, false, false, true])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a condition that cannot be saved reports it`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    let rig = Rig()
    let monitor = CLMonitor("test", hub: rig.services.hub, center: rig.center, folder: file)
    await monitor.add(
      CLMonitor.CircularGeographicCondition(
        center: CLLocationCoordinate2DMake(37, 127), radius: 100), identifier: "home")
    for try await event in await monitor.events {
      #expect(event.persistenceUnavailable && event.identifier == "home")
      break
    }
    #expect(await monitor.identifiers == ["home"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a service session requests its authorization and reports its state`() async throws {
    let agent = ScriptedAgent(.whenInUse)
    let rig = Rig(.notDetermined, agent: agent)
    let quiet = CLServiceSession(.none, purpose: nil, center: rig.center)
    #expect(agent.asked.isEmpty)
    let session = CLServiceSession(.whenInUse, purpose: nil, center: rig.center)
    var last: CLServiceSession.Diagnostic?
    for try await diagnostic in session.diagnostics {
      last = diagnostic
      if !diagnostic.authorizationRequestInProgress { break }
    }
    #expect(last?.authorizationDenied == false)
    #expect(agent.asked.count == 1)
    session.invalidate()
    for try await _ in session.diagnostics { Issue.record("it is over") }
    quiet.invalidate()
  }

  @Test(.timeLimit(.minutes(5)))
  func `a geocoder without a service reports it once and is busy meanwhile`() async {
    let geocoder = CLGeocoder(backend: UnavailableGeocoding())
    let code: CLError.Code? = await withCheckedContinuation { continuation in
      geocoder.geocodeAddressString("Seoul") { placemarks, error in
        #expect(placemarks == nil)
        continuation.resume(returning: (error as? CLError)?.code)
      }
      #expect(geocoder.isGeocoding)
    }
    #expect(code == .network)
    #expect(!geocoder.isGeocoding)
    let place = CLLocation(latitude: 37, longitude: 127)
    await #expect(throws: CLError.self) { try await geocoder.reverseGeocodeLocation(place) }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a cancelled geocoding request is answered once`() async {
    let geocoder = CLGeocoder(backend: UnavailableGeocoding())
    let code: CLError.Code? = await withCheckedContinuation { continuation in
      geocoder.reverseGeocodeLocation(CLLocation(latitude: 37, longitude: 127)) { _, error in
        continuation.resume(returning: (error as? CLError)?.code)
      }
      geocoder.cancelGeocode()
    }
    #expect(code == .geocodeCanceled)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a manager of another thread delivers on that thread's run loop`() async {
    let rig = Rig(.denied)
    let services = rig.services
    let isSame = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      Thread.detachNewThread {
        final class Delegate: NSObject, CLLocationManagerDelegate {
          var thread: Thread?
          func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            thread = Thread.current
          }
        }
        let manager = CLLocationManager(services: services)
        let delegate = Delegate()
        manager.delegate = delegate
        manager.startUpdatingLocation()
        let isEarly = delegate.thread != nil
        while delegate.thread == nil {
          _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
        }
        continuation.resume(returning: !isEarly && delegate.thread === Thread.current)
      }
    }
    #expect(isSame)
  }
}
