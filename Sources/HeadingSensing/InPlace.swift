import Synchronization

/// A marker whose container is always passed by address.
///
/// A large structure that contains it, such as the state of a filter, is `~Copyable` and borrowed in
/// place: Swift 6.3 otherwise copies a loadable structure to the stack for each call of a getter,
/// noncopyable or not (8 kB for an orientation estimator). `Atomic` is the only type of the
/// standard library with this property that Embedded Swift has too; its value is never used.
package struct InPlace: ~Copyable, Sendable {
  private let storage = Atomic<UInt8>(0)

  /// Creates a marker.
  package init() {}
}
