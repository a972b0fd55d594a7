/// A call of the system failed.
struct SystemError: Error, Hashable {
  /// The errno.
  let code: Int32
}
