import IndustrialIO
import Synchronization

/// Records the settings that drivers accepted.
final class AcceptanceLog: Sendable {
  private let list = Mutex<[IIOAcceptance]>([])

  var all: [IIOAcceptance] { list.withLock { $0 } }

  func append(_ acceptance: IIOAcceptance) { list.withLock { $0.append(acceptance) } }
}
