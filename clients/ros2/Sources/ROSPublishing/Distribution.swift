/// What differs on the wire between distributions of ROS 2.
public enum Distribution: String, Sendable, Hashable, CaseIterable {
  case foxy, galactic, humble, iron, jazzy, kilted, lyrical, rolling

  /// Bytes of an identifier in `rmw_dds_common/Gid`: 16 since Iron, 24 before.
  var identifierSize: Int {
    switch self {
    case .foxy, .galactic, .humble: 24
    case .iron, .jazzy, .kilted, .lyrical, .rolling: 16
    }
  }

  /// User data of the writer of ``DiscoveryInfo``; older distributions have no hashes of types.
  var discoveryUserData: String {
    identifierSize == 16
      ? "typehash=RIHS01_e725f4a506958c79f95dd693b965722c57b19cd18e7eff984f49561b93dc985d;" : ""
  }
}
