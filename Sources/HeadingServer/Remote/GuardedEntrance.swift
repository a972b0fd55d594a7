/// A port whose credentials are files, which are read again without closing it.
protocol GuardedEntrance: AnyObject {
  associatedtype Configuration: Equatable

  /// The section of the configuration.
  var configuration: Configuration { get }

  /// Reads the files again, for clients that connect from now on.
  ///
  /// - Throws: The problem of the first unusable file; the credentials before stay in force.
  func reload() throws(RemoteCredentials.Problem)
}
