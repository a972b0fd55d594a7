import Foundation

/// A program that reads a feed's Unix socket, and one that is connected to it.
enum FeedConnection {
  /// A magnetometer at 50 Hz.
  static let declaration = """
    {"feed":1,"device":"rover","sensors":[{"name":"magn","quantity":"magnetic_field",\
    "unit":"microtesla","axes":"x=right,y=forward,z=up","range":400,"rate":50}]}
    """

  /// The reader, which listens.
  static func compass(_ path: String) async throws -> Program {
    let compass = try Program("compass", ["--feed", "unix:" + path, "--gpsd", "none", "--json"])
    _ = try await Program.wait("socket; \(compass.errors)") {
      FileManager.default.fileExists(atPath: path) ? () : nil
    }
    return compass
  }

  /// A Python script on a connection `line`, with a function `send`.
  static func sender(_ path: String, _ script: String) throws -> Program {
    try Program(
      "/usr/bin/python3",
      [
        "-c",
        """
        import socket, sys, time
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.connect(sys.argv[1])
        def send(text): line.sendall(text.encode())
        \(script)
        """, path,
      ])
  }
}
