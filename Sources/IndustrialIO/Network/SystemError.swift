/// Failure of a system call.
struct SystemError: Error, Hashable {
  /// The errno.
  let code: Int32
}
