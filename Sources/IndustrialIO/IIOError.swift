import Glibc

/// Why something asked of an IIO context did not work: which operation, on what, and the system's reason.
///
/// The description is one or two sentences for people: what failed, why, and what to do where that is known.
public struct IIOError: Error, Sendable, Hashable {
  /// What was being done.
  public enum Operation: String, Sendable, Hashable {
    /// Opening the context (connecting, scanning sysfs, parsing XML).
    case openContext = "open the IIO context"

    /// Looking for a device.
    case findDevice = "find the device"

    /// Reading an attribute.
    case readAttribute = "read"

    /// Writing an attribute.
    case writeAttribute = "write"

    /// Asking for a device's trigger.
    case getTrigger = "ask for the trigger"

    /// Attaching a trigger to a device.
    case setTrigger = "set the trigger"

    /// Making a buffer and starting it.
    case createBuffer = "start the buffer"

    /// Waiting for samples.
    case refillBuffer = "read samples"

    /// Setting the library's timeout.
    case setTimeout = "set the timeout"
  }

  /// What went wrong.
  public enum Problem: Sendable, Hashable {
    /// The system said so: a positive errno.
    case system(Int32)

    /// The text of an attribute is not a finite number.
    case notANumber(String)

    /// A sample format that cannot be read; the text says why.
    case unsupportedFormat(String)

    /// The device or channel is not in the context.
    case notThere

    /// Nothing arrived for this many seconds though the device answers.
    case silent(Double)
  }

  /// What was being done.
  public var operation: Operation

  /// What went wrong.
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

  /// The errno that a negative result of the library stands for; EPROTO for what no system has.
  static func errno(_ result: some BinaryInteger) -> Int32 {
    (-4095...0).contains(result) ? -Int32(result) : EPROTO
  }

  /// The positive errno, if the system gave one.
  public var code: Int32? {
    guard case .system(let code) = problem else { return nil }
    return code
  }
}
