/// The version of everything that this package builds.
package enum ProgramVersion {
  /// As https://semver.org has it.
  package static let text = "0.1.0"
}
