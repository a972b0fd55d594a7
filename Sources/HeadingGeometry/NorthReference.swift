/// The reference direction of a heading.
public protocol NorthReference: Sendable {}

/// The horizontal direction of the local magnetic field.
public enum MagneticNorth: NorthReference {}

/// The direction of the geographic pole along the meridian of WGS 84.
public enum TrueNorth: NorthReference {}

/// The direction of a map projection's grid lines (UTM).
public enum GridNorth: NorthReference {}
