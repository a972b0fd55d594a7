import HeadingAuthorization
import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// What an altimeter's updates are handed to.
public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void

/// What an altimeter's heights above the sea are handed to.
public typealias CMAbsoluteAltitudeHandler = (CMAbsoluteAltitudeData?, (any Error)?) -> Void

/// Tells heights: above the first one by the barometer, above the sea by all that is known.
open class CMAltimeter: NSObject {
  /// Seconds between two updates.
  private static let interval = 1.0

  private let hub: SensorHub
  private var relative: MotionStream?
  private var absolute: MotionStream?

  /// Makes an altimeter.
  public override init() {
    hub = .shared
    super.init()
  }

  init(hub: SensorHub) {
    self.hub = hub
    super.init()
  }

  /// Whether there is a barometer.
  open class func isRelativeAltitudeAvailable() -> Bool {
    SensorHub.shared.availability.hasPressure
  }

  /// Whether there is a source of heights above the sea.
  open class func isAbsoluteAltitudeAvailable() -> Bool {
    SensorHub.shared.availability.hasLocation
  }

  /// What the program may know: a pressure is no secret here.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }

  /// Hands over heights above the first one, once a second; a second start replaces queue and handler.
  ///
  /// Nothing comes without a barometer; one that is plugged in later is heard.
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

  /// Ends them.
  open func stopRelativeAltitudeUpdates() { relative = nil }

  /// Hands over heights above the sea, once a second; a second start replaces queue and handler.
  ///
  /// Nothing comes without a source of places, or without the right to know them.
  open func startAbsoluteAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAbsoluteAltitudeHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    absolute = MotionStream(hub, interval: Self.interval) { message in
      guard AuthorizationCenter.shared.current.isGranted, let altitude = message.altitude,
        let accuracy = message.verticalAccuracy
      else { return }
      handler.call {
        // Heights come in millimetres.
        CMAbsoluteAltitudeData(
          timestamp: message.bootTime, altitude: altitude, accuracy: accuracy, precision: 0.001)
      }
    }
  }

  /// Ends them.
  open func stopAbsoluteAltitudeUpdates() { absolute = nil }

  /// The height of the first update.
  private final class Start: Sendable {
    private let first = Mutex<Double?>(nil)

    /// The first height: this one if there was none.
    func height(_ height: Double) -> Double {
      first.withLock { first in
        let start = first ?? height
        first = start
        return start
      }
    }
  }
}
