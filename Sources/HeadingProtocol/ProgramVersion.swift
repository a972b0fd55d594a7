/// Version of all products of this package.
package enum ProgramVersion {
  /// The version by https://semver.org.
  package static let text = "0.1.0"
}
