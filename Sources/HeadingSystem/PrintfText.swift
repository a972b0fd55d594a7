import Glibc

/// Formats numbers as C's `printf` does; the programs set no locale.
package enum PrintfText {
  /// Formats numbers.
  ///
  /// - Parameters:
  ///   - format: A format of the program itself, never text from outside.
  ///   - values: The values for its conversions; no strings.
  /// - Returns: The text.
  package static func text(_ format: String, _ values: any CVarArg...) -> String {
    unsafe withVaList(values) { list in
      // The longest number, -1.8e308 with its decimals, has some 320 characters.
      var buffer = [CChar](repeating: 0, count: 4096)
      let length = unsafe Int(vsnprintf(&buffer, buffer.count, format, list))
      let text = buffer.prefix(max(0, min(length, buffer.count - 1)))
      return String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
