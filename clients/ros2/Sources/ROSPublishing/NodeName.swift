/// The name of a node of ROS with its namespace.
public struct NodeName: Sendable, Hashable {
  /// The name: `headingd`.
  public let name: String

  /// The namespace, which begins with a slash: `/` or `/robot1`.
  public let namespace: String

  /// Makes a name; `nil` if ROS would refuse it.
  ///
  /// A name has letters, digits and underscores, and does not begin with a digit; a namespace has such names between slashes.
  /// Source: design.ros2.org, "Topic and Service name mapping to DDS".
  public init?(_ name: String, in namespace: String) {
    let full = namespace.hasPrefix("/") ? namespace : "/" + namespace
    let parts =
      full == "/" ? [] : full.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard (parts + [name[...]]).allSatisfy(Self.isToken), full.utf8.count + name.utf8.count <= 240
    else { return nil }
    self.name = name
    self.namespace = full
  }

  private static func isToken(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

extension NodeName: CustomStringConvertible {
  /// The full name: `/robot1/headingd`.
  public var description: String { namespace == "/" ? "/" + name : namespace + "/" + name }
}
