extension MagneticModel {
  /// Highest degree of a model that can be loaded.
  ///
  /// The scale of the Legendre functions grows as 2ⁿ and must stay within the range of a Double.
  public static let largestDegree = 200

  /// Reads a model in NOAA's `.COF` format: WMM2025 and its successors, WMMHR.
  ///
  /// A header `epoch name date`, lines `n m g h ġ ḣ` in nT and nT/year, a line of nines at the end.
  /// The validity is the five years from the epoch.
  ///
  /// - Parameters:
  ///   - text: The whole file.
  ///   - errorModel: The published errors; `nil` for those of the name in the header, or WMM2025's
  ///     for an unknown name.
  /// - Throws: ``MagneticModelFileError`` with the line, if the file is damaged.
  public init(
    parsingCOF text: some StringProtocol, errorModel: MagneticErrorModel? = nil
  ) throws(MagneticModelFileError) {
    try self.init(cof: Array(text.utf8), errorModel: errorModel)
  }

  /// Reads a model in NOAA's `.COF` format from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - errorModel: The published errors; `nil` for those of the name in the header.
  /// - Throws: ``MagneticModelFileError`` with the line, if the file is damaged.
  public init(
    parsingCOF bytes: Span<UInt8>, errorModel: MagneticErrorModel? = nil
  ) throws(MagneticModelFileError) {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    try self.init(cof: copy, errorModel: errorModel)
  }

  private init(cof bytes: [UInt8], errorModel: MagneticErrorModel?) throws(MagneticModelFileError) {
    var lines = CoefficientLines(bytes)
    guard let header = lines.next() else { throw .empty }
    guard header.count >= 2, let epoch = CoefficientLines.number(header[0]),
      (1500...3000).contains(epoch)
    else { throw .header(line: lines.line) }
    let name = CoefficientLines.string(header[1])

    var table = TermTable()
    var terms: [GaussCoefficient] = []
    var ended = false
    while let words = lines.next() {
      if words[0].count > 8, words[0].allSatisfy({ $0 == 0x39 }) {
        ended = true
        break
      }
      guard words.count == 6, let n = CoefficientLines.integer(words[0]),
        let m = CoefficientLines.integer(words[1]), m >= 0
      else { throw .notATerm(line: lines.line) }
      var numbers = SIMD4<Double>.zero
      for index in 0..<4 {
        guard let number = CoefficientLines.number(words[index + 2]) else {
          throw .notATerm(line: lines.line)
        }
        guard abs(number) < Self.largestCoefficient else {
          throw .numberOutOfRange(line: lines.line)
        }
        numbers[index] = number
      }
      try table.note(degree: n, order: m, line: lines.line)
      terms.append(
        GaussCoefficient(
          degree: n, order: m, g: numbers[0], h: numbers[1], gRate: numbers[2],
          hRate: numbers[3]))
    }
    guard ended else { throw .truncated(line: lines.line) }
    try table.checkComplete(negativeOrders: false)
    self.init(
      name: name, validity: epoch...(epoch + 5),
      errorModel: errorModel ?? MagneticErrorModel(modelName: name),
      pieces: [MagneticModelPiece(epoch: epoch, coefficients: terms)])
  }

  /// Upper limit of a coefficient's magnitude, nT; the dipole's is 30 000.
  static let largestCoefficient = 1e6
}
