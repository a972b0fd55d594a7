import Synchronization

/// What a caller's opaque pointer points to: a mark of the type, and the state.
///
/// Destroyed handles keep their small header for a while, so that their later use is noticed and not a
/// read of freed memory.
@unsafe struct Handle {
  /// The types of handles; the raw value marks one in memory.
  enum Kind: UInt64 {
    case estimator = 0x6869_6e67_2065_7374
    case calibrator = 0x6869_6e67_2063_616c
    case engine = 0x6869_6e67_2065_6e67
  }

  /// `HEADING_REMEMBERED_HANDLES`.
  private static let remembered = 64

  private var mark: UInt64
  private var state: UnsafeMutableRawPointer?
  private var next: UnsafeMutablePointer<Handle>?

  /// Makes a handle that owns a state.
  ///
  /// - Parameters:
  ///   - kind: The type.
  ///   - state: The initial state, which moves into memory of its own.
  /// - Returns: The pointer for the caller.
  static func make<State: ~Copyable>(
    _ kind: Kind, owning state: consuming State
  ) -> OpaquePointer {
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe memory.initialize(to: state)
    let header = unsafe DestroyedHandles.reuse(keeping: remembered) ?? .allocate(capacity: 1)
    unsafe header.initialize(
      to: Handle(mark: kind.rawValue, state: UnsafeMutableRawPointer(memory), next: nil))
    return OpaquePointer(header)
  }

  /// Ends a handle and its state.
  ///
  /// - Parameters:
  ///   - handle: The caller's pointer; null is allowed.
  ///   - kind: The type.
  ///   - type: The type of the state.
  /// - Returns: What the caller is told.
  static func destroy<State: ~Copyable>(
    _ handle: OpaquePointer?, _ kind: Kind, _ type: State.Type
  ) -> Outcome {
    guard let handle = unsafe handle else { return .ok }
    guard let state = unsafe state(of: handle, kind, type) else { return .handle }
    let header = unsafe UnsafeMutablePointer<Handle>(handle)
    unsafe header.pointee = Handle(mark: 0, state: nil, next: nil)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    unsafe DestroyedHandles.add(header)
    return .ok
  }

  /// The state of a handle; `nil` if it is not one of this type.
  @inline(__always)
  static func state<State: ~Copyable>(
    of handle: OpaquePointer, _ kind: Kind, _ type: State.Type
  ) -> UnsafeMutablePointer<State>? {
    guard unsafe UInt(bitPattern: handle) % UInt(MemoryLayout<Handle>.alignment) == 0 else {
      return nil
    }
    let header = unsafe UnsafeMutablePointer<Handle>(handle)
    guard unsafe header.pointee.mark == kind.rawValue else { return nil }
    return unsafe header.pointee.state?.assumingMemoryBound(to: State.self)
  }

  /// The headers of destroyed handles, the oldest first.
  private enum DestroyedHandles {
    private static let isBusy = Atomic<Bool>(false)
    private nonisolated(unsafe) static var oldest: UnsafeMutablePointer<Handle>?
    private nonisolated(unsafe) static var newest: UnsafeMutablePointer<Handle>?
    private nonisolated(unsafe) static var count = 0

    /// The oldest header for another handle, if more than a number are remembered.
    static func reuse(keeping limit: Int) -> UnsafeMutablePointer<Handle>? {
      lock()
      defer { unlock() }
      guard unsafe count > limit, let header = unsafe oldest else { return nil }
      unsafe oldest = unsafe header.pointee.next
      unsafe count -= 1
      return unsafe header
    }

    /// Remembers a header.
    static func add(_ header: UnsafeMutablePointer<Handle>) {
      lock()
      defer { unlock() }
      if let last = unsafe newest, unsafe count > 0 {
        unsafe last.pointee.next = unsafe header
      } else {
        unsafe oldest = unsafe header
      }
      unsafe newest = unsafe header
      unsafe count += 1
    }

    // A handle is made or destroyed now and then, and the lock is held for some instructions: it spins.
    private static func lock() {
      while !isBusy.weakCompareExchange(
        expected: false, desired: true, successOrdering: .acquiring, failureOrdering: .relaxed
      ).exchanged {}
    }

    private static func unlock() { isBusy.store(false, ordering: .releasing) }
  }
}
