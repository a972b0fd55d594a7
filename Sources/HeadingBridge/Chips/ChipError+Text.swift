import Glibc
import HeadingChips

extension ChipError {
  /// The error for people, after the name of the chip.
  package var text: String {
    switch self {
    case .bus(let error): error.text
    case .wrongIdentity(let found): "another chip answers, with the identity \(found)"
    case .notReady(let what): "it did not finish \(what) in time"
    case .badData(let what): "its answer is invalid: \(what)"
    case .changedSetting(let what): "it has lost a setting: \(what)"
    case .unsupported(let what): "it cannot do \(what)"
    case .missingFirmware(let name):
      "its firmware /lib/firmware/\(name) is missing; docs/bridge.md says where to get it"
    }
  }

  /// Whether the bus itself is gone.
  var isGone: Bool { self == .bus(.gone) }
}

extension BusError {
  /// The error for people.
  package var text: String {
    switch self {
    case .notAcknowledged: "it does not answer; check its wires and its supply"
    case .timedOut: "the bus was held for too long; check its wires and pull-up resistors"
    case .gone: "the bus is gone"
    case .busy: "a driver of the kernel uses it, and it is left alone"
    case .inUse:
      "another program uses the bus; end it (sudo systemctl stop headingd-bridge), or read the chips of "
        + "the running bridge at the address in /run/headingd-bridge/uri"
    case .system(EACCES):
      "no permission to open the bus; add the user to the group i2c, spi or dialout"
    case .system(let code): unsafe String(cString: strerror(code))
    case .unsupported: "the bus cannot do the chip's transactions"
    }
  }
}
