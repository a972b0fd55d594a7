/// Writes a message as a YAML document that `rostopic pub` of ROS 1 reads from standard input.
///
/// Messages are in block style, lists of numbers in brackets, texts in quotes with every character
/// beyond ASCII escaped. Field names are those of ROS 1; the sequence number of a header is left out,
/// because the publisher sets it.
package enum ROSYAML {
  /// Writes the document.
  ///
  /// - Parameters:
  ///   - record: The message.
  ///   - comment: A line of comment before it; `nil` for none.
  /// - Returns: The document, with the line `---` that ends it.
  package static func document(_ record: ROSRecord, comment: String? = nil) -> String {
    var text = comment.map { "# \($0)\n" } ?? ""
    append(record, indentation: "", to: &text)
    return text + "---\n"
  }

  private static func append(_ record: ROSRecord, indentation: String, to text: inout String) {
    for field in record.fields {
      text += "\(indentation)\(field.firstName):"
      switch field.value {
      case .record(let record):
        text += "\n"
        append(record, indentation: indentation + "  ", to: &text)
      case .records(let records, of: _):
        text += records.isEmpty ? " []\n" : "\n"
        for record in records {
          var element = ""
          append(record, indentation: indentation + "  ", to: &element)
          text += "\(indentation)- \(element.dropFirst(indentation.count + 2))"
        }
      case .float64(let number): text += " \(scalar(number))\n"
      case .float64s(let numbers):
        text += " [\(numbers.map(scalar).joined(separator: ", "))]\n"
      case .int32(let number): text += " \(number)\n"
      case .uint32(let number): text += " \(number)\n"
      case .uint16(let number): text += " \(number)\n"
      case .int8(let number): text += " \(number)\n"
      case .uint8(let number), .byte(let number): text += " \(number)\n"
      case .string(let string): text += " \(quoted(string))\n"
      }
    }
  }

  /// A number in the form of YAML 1.1, whose floating point numbers need a decimal point: PyYAML reads
  /// `1e-05` as a text.
  private static func scalar(_ number: Double) -> String {
    if number.isNaN { return ".nan" }
    if number.isInfinite { return number < 0 ? "-.inf" : ".inf" }
    let digits = number.description
    guard let exponent = digits.firstIndex(of: "e"), !digits.contains(".") else { return digits }
    return digits[..<exponent] + ".0" + digits[exponent...]
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return quoted + "\""
  }
}
