import HeadingAuthorization
import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// A handler of relative altitude updates; the error is ``CMErrorMotionActivityNotAuthorized`` or `nil`.
public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void

/// A handler of absolute altitude updates; the error is ``CMErrorMotionActivityNotAuthorized`` or `nil`.
public typealias CMAbsoluteAltitudeHandler = (CMAbsoluteAltitudeData?, (any Error)?) -> Void

/// Delivers altitude changes by the barometer, and altitudes above mean sea level.
open class CMAltimeter: NSObject {
  /// Time between two updates, s.
  private static let interval = 1.0

  private let hub: SensorHub
  private var relative: MotionStream?
  private var absolute: MotionStream?

  /// Creates an altimeter.
  public override init() {
    hub = .shared
    super.init()
  }

  init(hub: SensorHub) {
    self.hub = hub
    super.init()
  }

  /// Returns whether relative altitudes are available: there is a barometer.
  open class func isRelativeAltitudeAvailable() -> Bool {
    SensorHub.shared.availability.hasPressure
  }

  /// Returns whether absolute altitudes are available: there is a source of positions.
  open class func isAbsoluteAltitudeAvailable() -> Bool {
    SensorHub.shared.availability.hasLocation
  }

  /// Returns the authorization for accurate locations, because heights tell the place.
  ///
  /// It is `denied` with reduced accuracy. While nothing is decided, the daemon withholds heights; the
  /// sensors of this machine need no decision for relative altitudes.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    let current = AuthorizationCenter.shared.current
    return switch current.grant {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .always, .whenInUse: current.isReduced ? .denied : .authorized
    }
  }

  /// Starts updates of the altitude relative to the first one, at 1 Hz.
  ///
  /// A second start replaces queue and handler and sets a new reference. Without a barometer,
  /// updates begin when one is connected. Without authorization the handler receives
  /// ``CMErrorMotionActivityNotAuthorized`` once, and values as soon as there is one.
  open func startRelativeAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAltitudeHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    let start = Start()
    let refusal = Refusal(handler)
    relative = MotionStream(hub, interval: Self.interval) { message in
      guard refusal.admits(message, undecided: true) else { return }
      guard let height = message.relativeAltitude, let pressure = message.pressure else { return }
      let rise = height - start.height(height)
      handler.call {
        CMAltitudeData(
          timestamp: message.bootTime, relativeAltitude: rise, pressure: pressure / 1000)
      }
    }
  }

  /// Stops relative altitude updates.
  open func stopRelativeAltitudeUpdates() { relative = nil }

  /// Starts updates of the altitude above mean sea level, at 1 Hz.
  ///
  /// A second start replaces queue and handler. There are no updates without an altitude. Without
  /// authorization the handler receives ``CMErrorMotionActivityNotAuthorized`` once, and values as
  /// soon as there is one.
  open func startAbsoluteAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAbsoluteAltitudeHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    let refusal = Refusal(handler)
    absolute = MotionStream(hub, interval: Self.interval) { message in
      guard refusal.admits(message, undecided: false), let altitude = message.altitude,
        let accuracy = message.verticalAccuracy
      else { return }
      handler.call {
        // The protocol rounds altitudes to millimetres.
        CMAbsoluteAltitudeData(
          timestamp: message.bootTime, altitude: altitude, accuracy: accuracy, precision: 0.001)
      }
    }
  }

  /// Stops absolute altitude updates.
  open func stopAbsoluteAltitudeUpdates() { absolute = nil }

  /// Tells a handler once that its program may not know heights.
  private final class Refusal<Value>: Sendable {
    private let handler: QueuedHandler<Value>
    private let isTold = Mutex(false)

    init(_ handler: QueuedHandler<Value>) { self.handler = handler }

    /// Returns whether the program may know the heights of a message.
    ///
    /// - Parameters:
    ///   - message: The message, which says whether the daemon withheld them.
    ///   - undecided: Whether it may without a decision.
    /// - Returns: Whether it may.
    func admits(_ message: SolutionMessage, undecided: Bool) -> Bool {
      let status = CMAltimeter.authorizationStatus()
      let isWithheld = message.reasons.contains { $0 == "place_withheld" || $0 == "place_reduced" }
      let isGranted = status == .authorized || undecided && status == .notDetermined
      guard isWithheld || !isGranted else {
        isTold.withLock { $0 = false }
        return true
      }
      let wasTold = isTold.withLock { isTold in
        defer { isTold = true }
        return isTold
      }
      if !wasTold { handler.fail(CMErrorMotionActivityNotAuthorized) }
      return false
    }
  }

  /// The altitude of the first update.
  private final class Start: Sendable {
    private let first = Mutex<Double?>(nil)

    /// Returns the first altitude, which is this one if there was none.
    func height(_ height: Double) -> Double {
      first.withLock { first in
        let start = first ?? height
        first = start
        return start
      }
    }
  }
}
