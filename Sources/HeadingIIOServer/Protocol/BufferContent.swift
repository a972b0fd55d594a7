/// Result of reading a buffer.
package enum BufferContent: Sendable {
  /// Complete samples in the layout of the request.
  case bytes([UInt8])

  /// Not enough samples before this boottime, ns; `nil` if unknown.
  case later(Int64?)
}
