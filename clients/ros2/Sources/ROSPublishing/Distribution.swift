/// The distribution of ROS 2 that other participants have.
public enum Distribution: String, Sendable, Hashable, CaseIterable {
  case foxy, galactic, humble, iron, jazzy, kilted, lyrical, rolling

  /// Whether it is older than Iron, with which the wire changed.
  var isOld: Bool {
    switch self {
    case .foxy, .galactic, .humble: true
    case .iron, .jazzy, .kilted, .lyrical, .rolling: false
    }
  }

  /// Bytes of an identifier in `rmw_dds_common/Gid`.
  var identifierSize: Int { isOld ? 24 : 16 }

  /// User data of the writer of ``DiscoveryInfo``; older distributions have no hashes of types.
  var discoveryUserData: String {
    isOld ? "" : "typehash=RIHS01_e725f4a506958c79f95dd693b965722c57b19cd18e7eff984f49561b93dc985d;"
  }
}
