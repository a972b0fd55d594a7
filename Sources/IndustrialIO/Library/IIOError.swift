import Glibc

/// Failure of an operation on an IIO context: the operation, its object and the reason.
///
/// The description is one or two sentences for users: what failed, why, and the remedy where one is known.
public struct IIOError: Error, Sendable, Hashable {
  /// An operation on a context.
  public enum Operation: String, Sendable, Hashable {
    /// Opening the context (connecting, scanning sysfs, parsing XML).
    case openContext = "open the IIO context"

    /// Looking for a device.
    case findDevice = "find the device"

    /// Reading an attribute.
    case readAttribute = "read"

    /// Writing an attribute.
    case writeAttribute = "write"

    /// Reading a device's trigger.
    case getTrigger = "ask for the trigger"

    /// Attaching a trigger to a device.
    case setTrigger = "set the trigger"

    /// Creating and starting a buffer.
    case createBuffer = "start the buffer"

    /// Waiting for samples.
    case refillBuffer = "read samples"

    /// Setting the library's timeout.
    case setTimeout = "set the timeout"
  }

  /// Reason of a failure.
  public enum Problem: Sendable, Hashable {
    /// A system error: a positive errno.
    case system(Int32)

    /// The text of an attribute is not a finite number.
    case notANumber(String)

    /// A sample format that cannot be read; the text says why.
    case unsupportedFormat(String)

    /// The device or channel is not in the context.
    case notThere

    /// No sample for this many seconds, though the device answers.
    case silent(Double)
  }

  /// The failed operation.
  public var operation: Operation

  /// The reason.
  public var problem: Problem

  /// The context's URI.
  public var uri: String

  /// The device: its id and, in parentheses, its name.
  public var device: String?

  /// The channel's id, such as `magn_x`.
  public var channel: String?

  /// The attribute's name, such as `scale`.
  public var attribute: String?

  init(
    _ operation: Operation, _ problem: Problem, uri: String, device: String? = nil,
    channel: String? = nil, attribute: String? = nil
  ) {
    self.operation = operation
    self.problem = problem
    self.uri = uri
    self.device = device
    self.channel = channel
    self.attribute = attribute
  }

  /// The errno of a negative result of the library; EPROTO for a value that is no errno.
  static func errno(_ result: some BinaryInteger) -> Int32 {
    (-4095...0).contains(result) ? -Int32(result) : EPROTO
  }

  /// The positive errno of a system error.
  public var code: Int32? {
    guard case .system(let code) = problem else { return nil }
    return code
  }
}
