import Synchronization

/// A stored property of this type makes its container address-only: never copied, passed by
/// address.
///
/// Filters with a large state contain one. Without it Swift 6.3 copies such a structure (8 kB for
/// an orientation estimator) to the stack for each call of a getter, even if it is `~Copyable`. The
/// raw layout of `Atomic` has this effect, in Embedded Swift too; its value is never used.
package struct InPlace: ~Copyable, Sendable {
  private let storage = Atomic<UInt8>(0)

  /// Creates a marker.
  package init() {}
}
