/// Why a gazetteer cannot be used.
package enum GazetteerError: Error, Equatable, CustomStringConvertible {
  /// There is no file.
  case missing(path: String)
  /// The file is not a gazetteer.
  case foreign(path: String)
  /// The file is a gazetteer of another format.
  case version(path: String, found: Int, needed: Int)
  /// The file is damaged.
  case damaged(path: String, detail: String)

  /// What is wrong, and what to do.
  package var description: String {
    switch self {
    case .missing(let path):
      "no gazetteer at \(path): make one with `make gazetteer` in headingd's sources"
    case .foreign(let path):
      "\(path) is not a gazetteer: make one with `make gazetteer` in headingd's sources"
    case .version(let path, let found, let needed):
      "\(path) is a gazetteer of format \(found), and format \(needed) is needed: make it again"
        + " with `make gazetteer` of this version"
    case .damaged(let path, let detail):
      "the gazetteer \(path) is damaged (\(detail)): make or install it again"
    }
  }
}
