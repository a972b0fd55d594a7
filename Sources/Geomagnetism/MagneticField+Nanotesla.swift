extension MagneticField {
  /// A value of this type's properties in T (or T a year) as the nT (or nT a year) that tables print.
  public static func nanotesla(_ tesla: Double) -> Double { tesla * 1e9 }

  /// X, nT.
  public var northNanotesla: Double { north * 1e9 }

  /// Y, nT.
  public var eastNanotesla: Double { east * 1e9 }

  /// Z, nT.
  public var downNanotesla: Double { down * 1e9 }

  /// H, nT.
  public var horizontalNanotesla: Double { horizontal * 1e9 }

  /// F, nT.
  public var totalNanotesla: Double { total * 1e9 }
}
