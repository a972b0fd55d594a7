public import HeadingGeodesy

extension ModelSearchPath {
  /// Name of the geoid file.
  public static let geoidFile = "egm96_30min_cm.i16"

  /// The geoid; `nil` if no folder has its file.
  ///
  /// - Throws: ``GeoidGridError`` if the file is truncated or has another format.
  public func geoid() throws(GeoidGridError) -> GeoidGrid? {
    guard let content = content(of: Self.geoidFile) else { return nil }
    return try GeoidGrid(parsing: [UInt8](content).span)
  }
}
