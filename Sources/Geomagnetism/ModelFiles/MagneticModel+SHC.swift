extension MagneticModel {
  /// Reads a model in the `.shc` format of IAGA: IGRF, linear in time between its epochs.
  ///
  /// Comment lines start with `#`; then degrees, number of epochs, spline order (2) and steps (1), first
  /// and last year; the epochs; lines `n m value …` in nT, where a negative order is h.
  /// The validity is from the first epoch to the last.
  ///
  /// - Parameters:
  ///   - text: The whole file.
  ///   - name: The model's name.
  ///   - errorModel: The errors of the elements. IGRF publishes none; the crust and disturbance
  /// that dominate WMM2025's are the same. Before 1945 the field itself is less accurate.
  /// - Throws: ``MagneticModelFileError`` with the line, if the file is damaged.
  public init(
    parsingSHC text: some StringProtocol, name: String = "IGRF-14",
    errorModel: MagneticErrorModel = .wmm2025
  ) throws(MagneticModelFileError) {
    var lines = CoefficientLines(Array(text.utf8))
    func nextLine() -> [ArraySlice<UInt8>]? {
      while let words = lines.next() {
        if words[0].first != 0x23 { return words }
      }
      return nil
    }

    guard let header = nextLine() else { throw .empty }
    let sizes = header.compactMap(CoefficientLines.number)
    // Spline order 2 with one step is linear between epochs; others are not supported.
    guard header.count >= 5, sizes.count == header.count, sizes[0] == 1, sizes[3] == 2,
      sizes[4] == 1
    else { throw .header(line: lines.line) }
    guard let epochLine = nextLine() else { throw .header(line: lines.line) }
    let epochs = epochLine.compactMap(CoefficientLines.number)
    guard epochs.count == epochLine.count, epochs.count >= 2, Double(epochs.count) == sizes[2],
      zip(epochs, epochs.dropFirst()).allSatisfy({ $0 < $1 }), let first = epochs.first,
      let last = epochs.last, first > 0, last < 10_000
    else { throw .header(line: lines.line) }

    var table = TermTable()
    var rows: [(degree: Int, order: Int, values: [Double])] = []
    while let words = nextLine() {
      guard words.count == epochs.count + 2, let n = CoefficientLines.integer(words[0]),
        let m = CoefficientLines.integer(words[1])
      else { throw .notATerm(line: lines.line) }
      let values = words.dropFirst(2).compactMap(CoefficientLines.number)
      guard values.count == epochs.count else { throw .notATerm(line: lines.line) }
      guard values.allSatisfy({ abs($0) < Self.largestCoefficient }) else {
        throw .numberOutOfRange(line: lines.line)
      }
      try table.note(degree: n, order: m, line: lines.line)
      rows.append((n, m, values))
    }
    try table.checkComplete(negativeOrders: true)
    guard Double(table.degree) == sizes[1] else {
      throw .missing(degree: table.degree + 1, order: 0)
    }

    var pieces: [MagneticModelPiece] = []
    for index in 0..<(epochs.count - 1) {
      let years = epochs[index + 1] - epochs[index]
      let terms = rows.map { row in
        let value = row.values[index]
        let rate = (row.values[index + 1] - value) / years
        return row.order < 0
          ? GaussCoefficient(
            degree: row.degree, order: -row.order, g: 0, h: value, gRate: 0, hRate: rate)
          : GaussCoefficient(
            degree: row.degree, order: row.order, g: value, h: 0, gRate: rate, hRate: 0)
      }
      pieces.append(MagneticModelPiece(epoch: epochs[index], coefficients: terms))
    }
    self.init(name: name, validity: first...last, errorModel: errorModel, pieces: pieces)
  }
}
