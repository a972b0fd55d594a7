import Synchronization

/// A marker whose container is always passed by address.
///
/// A large structure that contains it, such as the state of a filter, is `~Copyable` and borrowed in
/// place. Without it Swift 6.3 copies a loadable structure to the stack for each call of a getter,
/// noncopyable or not (8 kB for an orientation estimator). The raw layout of `Atomic` has this
/// effect, in Embedded Swift too; its value is never used.
package struct InPlace: ~Copyable, Sendable {
  private let storage = Atomic<UInt8>(0)

  /// Creates a marker.
  package init() {}
}
