import CCan
import Glibc

/// A raw socket of SocketCAN, for one thread.
package struct CANSocket: ~Copyable {
  /// Why an interface cannot be used.
  package struct Failure: Error, CustomStringConvertible {
    /// The reason, as part of a sentence.
    package let description: String
  }

  /// Can be polled.
  package let descriptor: CInt

  /// Whether this machine has a network interface of a name.
  package static func exists(_ interface: String) -> Bool {
    unsafe if_nametoindex(interface) != 0
  }

  /// Opens a socket for the frames of an interface.
  package init(interface: String) throws(Failure) {
    let result = unsafe can_socket_open(interface)
    guard result >= 0 else {
      let reason =
        switch -result {
        case EAFNOSUPPORT: "the kernel has no CAN, or the unit does not allow it (docs/nmea2000.md)"
        default: Self.reason(-result)
        }
      throw Failure(description: reason)
    }
    descriptor = result
  }

  deinit { close(descriptor) }

  /// Leaves only the frames of some groups to be received.
  package func filter(_ groups: [UInt32]) throws(Failure) {
    let code = unsafe can_socket_filter(descriptor, groups, UInt32(clamping: groups.count))
    guard code == 0 else { throw Failure(description: Self.reason(code)) }
  }

  /// Sends a frame; one that a full queue does not take is dropped.
  package func send(_ frame: CANFrame) throws(Failure) {
    let code = unsafe can_socket_send(
      descriptor, frame.identifier, frame.data, UInt8(clamping: frame.data.count))
    guard code == 0 || code == ENOBUFS || code == EAGAIN else {
      throw Failure(description: Self.reason(code))
    }
  }

  /// The next frame that has arrived; `nil` if there is none.
  package func receive() throws(Failure) -> CANFrame? {
    while true {
      var (identifier, bytes) = (UInt32(0), [UInt8](repeating: 0, count: 8))
      let count = unsafe can_socket_receive(descriptor, &identifier, &bytes)
      if count >= 0 {
        return CANFrame(identifier: identifier, data: Array(bytes.prefix(Int(count))))
      }
      if count == -1 { continue }
      if -count == EAGAIN { return nil }
      throw Failure(description: Self.reason(-count))
    }
  }

  private static func reason(_ code: CInt) -> String {
    switch code {
    case ENODEV: "this machine has no network interface of this name"
    case ENETDOWN: "the interface is down; `ip link set NAME up type can bitrate 250000`"
    default: unsafe String(cString: strerror(code))
    }
  }
}
