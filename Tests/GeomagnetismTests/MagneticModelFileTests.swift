import Geomagnetism
import HeadingGeometry
import Testing

/// Complete and damaged coefficient files.
@Suite struct MagneticModelFileTests {
  static let small = """
        2030.0            WMM-2030     11/13/2029
      1  0  -29351.8       0.0       12.0        0.0
      1  1   -1410.8    4545.4        9.7      -21.5
      2  0   -2556.6       0.0      -11.6        0.0
      2  1    2951.1   -3133.6       -5.2      -27.7
      2  2    1649.3    -815.1       -8.0      -12.1
    999999999999999999999999999999999999999999999999
    999999999999999999999999999999999999999999999999
    """

  @Test func `A model of the next epoch is read without a new release`() throws {
    let model = try MagneticModel(parsingCOF: Self.small)
    #expect(model.name == "WMM-2030")
    #expect(model.validity == 2030...2035)
    #expect(model.degree == 2)
    let bytes = Array(Self.small.utf8)
    let again = try MagneticModel(parsingCOF: bytes.span)
    let place = try #require(Coordinate(latitude: 10, longitude: 20))
    #expect(
      try model.field(at: place, decimalYear: 2031).components
        == again.field(at: place, decimalYear: 2031).components)
  }

  @Test func `Line ends of other systems are accepted`() throws {
    let model = try MagneticModel(
      parsingCOF: Self.small.split(separator: "\n").joined(separator: "\r\n"))
    #expect(model.degree == 2)
  }

  @Test(arguments: [
    ("", "", MagneticModelFileError.empty),
    ("2030.0            WMM-2030", "<html>", .header(line: 1)),
    ("2030.0            WMM-2030", "nan WMM-2030", .header(line: 1)),
    ("  1  1   -1410.8", "  1  1   -14x10.8", .notATerm(line: 3)),
    ("  1  1   -1410.8", "  1  1   nan", .notATerm(line: 3)),
    ("  1  1   -1410.8", "  1  1   0x14", .notATerm(line: 3)),
    ("  1  1   -1410.8", "  1  1   1e400", .numberOutOfRange(line: 3)),
    ("  1  1   -1410.8", "  1  1   -1410.8 7", .notATerm(line: 3)),
    ("  2  0   -2556.6", "  2  3   -2556.6", .degreeOutOfRange(line: 4)),
    ("  2  0   -2556.6", "  0  0   -2556.6", .degreeOutOfRange(line: 4)),
    ("  2  0   -2556.6", "  99999999  0   -2556.6", .degreeOutOfRange(line: 4)),
    ("  2  0   -2556.6", "  2  -1   -2556.6", .notATerm(line: 4)),
    ("  2  0   -2556.6", "  1  0   -2556.6", .duplicate(line: 4, degree: 1, order: 0)),
    ("  2  0   -2556.6", "  3  0   -2556.6", .missing(degree: 2, order: 0)),
    ("99999", "", .notATerm(line: 7)),
  ])
  func `A damaged file is refused with its line`(
    old: String, new: String, error: MagneticModelFileError
  ) throws {
    let text =
      old.isEmpty
      ? ""
      : old == "99999"
        ? Self.small.replacing("999999999999999999999999999999999999999999999999", with: "9 9")
        : Self.small.replacing(old, with: new)
    #expect(throws: error) { try MagneticModel(parsingCOF: text) }
    #expect(!error.description.isEmpty)
  }

  @Test func `A file truncated at any byte is refused`() throws {
    let bytes = Array(Self.small.utf8)
    // Within the second line of nines it is complete.
    let whole = Self.small.utf8.count - 48
    for count in 0..<(whole - 40) {
      #expect(throws: MagneticModelFileError.self) {
        try MagneticModel(parsingCOF: String(decoding: bytes[..<count], as: UTF8.self))
      }
    }
  }

  @Test func `Random bytes never crash the reader`() {
    var random = Xorshift(state: 7)
    let bytes = Array(Self.small.utf8)
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int(random.unit() * Double(bytes.count))] = UInt8(random.unit() * 256)
      }
      _ = try? MagneticModel(parsingCOF: damaged.span)
      _ = try? MagneticModel(parsingSHC: String(decoding: damaged, as: UTF8.self))
    }
  }

  @Test(arguments: [
    ("", MagneticModelFileError.empty),
    ("# only a comment", .empty),
    ("1 13 27", .header(line: 1)),
    ("1 1 2 3 1 1900 1905\n1900 1905", .header(line: 1)),
    ("1 1 2 2 1 1900 1905\n1905 1900", .header(line: 2)),
    ("1 1 2 2 1 1900 1905\n1900 1905\n1 0 5", .notATerm(line: 3)),
    ("1 1 2 2 1 1900 1905\n1900 1905\n1 0 5 6\n1 1 5 6", .missing(degree: 1, order: -1)),
    ("1 2 2 2 1 1900 1905\n1900 1905\n1 0 5 6\n1 1 5 6\n1 -1 5 6", .missing(degree: 2, order: 0)),
    ("1 1 2 2 1 1900 1905\n1900 1905\n1 0 5 6\n1 0 5 6", .duplicate(line: 4, degree: 1, order: 0)),
  ])
  func `A damaged .shc file is refused with its line`(
    text: String, error: MagneticModelFileError
  ) throws {
    #expect(throws: error) { try MagneticModel(parsingSHC: text) }
  }
}
