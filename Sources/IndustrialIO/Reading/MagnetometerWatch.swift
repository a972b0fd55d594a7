import Synchronization

/// Tells a program that its source has found another magnetometer than the program knows.
///
/// A calibration belongs to one magnetometer. A watched source delivers no sample of another one,
/// whether it appears late or is exchanged behind the same address: the program has to search again.
public final class MagnetometerWatch: Sendable {
  private let known: IIODeviceIdentity?
  private let found = Mutex(false)
  private let (news, writer) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Makes a watch.
  ///
  /// - Parameter known: The magnetometer of the program's search; `nil` if it found none.
  public init(knowing known: IIODeviceIdentity?) { self.known = known }

  /// Returns when another magnetometer was found, or the task is cancelled; for one task.
  public func otherMagnetometer() async { for await _ in news { return } }

  /// Whether another magnetometer was found.
  var hasFoundOther: Bool { found.withLock { $0 } }

  /// Whether a magnetometer is the known one; another is reported.
  func admits(_ magnetometer: IIODeviceIdentity) -> Bool {
    if magnetometer == known { return true }
    found.withLock { $0 = true }
    writer.yield()
    return false
  }
}
