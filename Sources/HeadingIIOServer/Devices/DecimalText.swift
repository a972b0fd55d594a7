/// Numbers as the kernel prints them, without a locale.
package enum DecimalText {
  /// The number with a fixed number of decimals, rounded half away from zero; `nan` if it is not
  /// finite.
  ///
  /// Correct for magnitudes below 9·10^18 / 10^decimals, which covers every attribute of a driver.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    guard let scaled = Int64(exactly: (value * power).rounded()) else { return "nan" }
    let digits = String(scaled.magnitude)
    let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// A matrix as in `mount_matrix`: rows separated by `;`, elements by `,`, integers without a
  /// decimal point.
  package static func matrix(_ rows: [[Double]]) -> String {
    rows.map { row in
      row.map { element in
        Int(exactly: element).map { String($0) } ?? fixed(element, decimals: 6)
      }.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// Number of digits after the decimal point of a text; 0 if there is none.
  package static func decimals(of text: String) -> Int {
    guard let point = text.firstIndex(of: ".") else { return 0 }
    return text.distance(from: text.index(after: point), to: text.endIndex)
  }
}
