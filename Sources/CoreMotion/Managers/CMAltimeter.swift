import HeadingAuthorization
import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// A handler of relative altitude updates; the error is always `nil`.
public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void

/// A handler of absolute altitude updates; the error is always `nil`.
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

  /// Returns `authorized`: relative altitudes need no authorization of their own on Linux.
  ///
  /// A daemon withholds them, as all heights, from a program that may not know the place.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }

  /// Starts updates of the altitude relative to the first one, at 1 Hz.
  ///
  /// A second start replaces queue and handler and sets a new reference. Without a barometer,
  /// updates begin when one is connected.
  open func startRelativeAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAltitudeHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    let start = Start()
    relative = MotionStream(hub, interval: Self.interval) { message in
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
  /// A second start replaces queue and handler. There are no updates without an altitude or without
  /// location authorization.
  open func startAbsoluteAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAbsoluteAltitudeHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    absolute = MotionStream(hub, interval: Self.interval) { message in
      guard AuthorizationCenter.shared.current.isGranted, let altitude = message.altitude,
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
