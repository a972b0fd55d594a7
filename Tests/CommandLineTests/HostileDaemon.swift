import Foundation
import Glibc

/// A daemon that puts what a terminal obeys into every text it sends.
final class HostileDaemon: Sendable {
  /// An escape sequence, one of C1, one that turns the direction of writing, and a return to the line's start.
  static let orders = "x\u{1B}]0;owned\u{07}\u{9B}31m\u{202E}\r"

  /// Where it listens.
  let path: String

  private let descriptor: CInt

  init(in folder: String, refusing: Bool = false) throws {
    path = folder + "/hostile.sock"
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = descriptor
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(descriptor, 8) == 0 else { throw Program.Failure(description: "bind") }
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        Thread.detachNewThread {
          Self.talk(client, refusing: refusing)
          close(client)
        }
      }
    }
  }

  deinit {
    shutdown(descriptor, CInt(SHUT_RDWR))
    close(descriptor)
  }

  private static func talk(_ client: CInt, refusing: Bool) {
    guard !refusing else { return say(["class": "error", "reason": orders], to: client) }
    say(
      [
        "class": "greeting", "protocol": 1, "server": orders,
        "capabilities": ["updates", "commands", "authorization", "contents", "rate"],
      ], to: client)
    say(update, to: client)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while recv(client, &byte, 1, 0) == 1 {
      guard byte == 10 else {
        line.append(byte)
        continue
      }
      let request = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      line.removeAll()
      switch request?["command"] as? String {
      case "status": say(status, to: client)
      case "web": say(["class": "web", "address": orders], to: client)
      case "authorizations", "authorize": say(authorizations, to: client)
      case let command?:
        say(["class": "failure", "command": command, "reason": orders], to: client)
      case nil:
        say(["class": "notice", "severity": "warning", "message": orders], to: client)
        say(update, to: client)
      }
    }
  }

  private static var update: [String: Any] {
    [
      "boot_time": 1, "status": orders, "reasons": [orders], "steer": orders, "simulated": false,
      "latency": 0.001, "magnetic_heading": 44, "heading_accuracy": 1, "heading_axis": orders,
      "time": orders, "heading_source": orders, "sources": [orders],
    ]
  }

  private static var status: [String: Any] {
    [
      "class": "status", "server": orders, "uptime": 1, "source": orders, "simulated": false,
      "sensors": [["sensor": orders, "state": orders, "count": 1]], "updates": 1,
      "latency": [String: Any](), "subscribers": 1, "missed": 0, "status": orders,
      "reasons": [orders], "steer": orders, "calibrated": true, "recorder": orders,
      "output_troubles": [orders], "course_audit": orders, "profile": orders,
      "proposed_calibration": orders,
    ]
  }

  private static var authorizations: [String: Any] {
    [
      "class": "authorizations", "programs": orders, "location_services": true, "omitted": 0,
      "agents": 0,
      "decisions": [
        ["program": orders, "grant": orders, "reduced_accuracy": false, "administrator": true]
      ], "questions": [Any](),
    ]
  }

  private static func say(_ object: [String: Any], to client: CInt) {
    guard let data = try? JSONSerialization.data(withJSONObject: object) else { return }
    let bytes = Array(data) + [10]
    send(client, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }
}
