public import HeadingGeometry
import RealModule

/// Partition of the unit sphere into 64 cells of equal area: six bands of 4, 12, 16, 16, 12 and 4
/// cells.
///
/// A zone's area is proportional to its height along z (Archimedes), so every cell has 4π/64.
public enum DirectionGrid {
  /// Number of cells.
  public static let cellCount = 64

  /// Number of cells in each band, from z = +1 down.
  public static let bands: [Int] = [4, 12, 16, 16, 12, 4]

  /// The cell of a vector's direction, 0 ..< 64; the zero vector is in cell 0.
  public static func cell(of direction: Vector3) -> Int {
    let length = direction.length
    guard length > 0, length.isFinite else { return 0 }
    let z = direction.z / length
    var first = 0
    var count = 4
    if z < -0.875 {
      first = 60
    } else if z < -0.5 {
      (first, count) = (48, 12)
    } else if z < 0 {
      (first, count) = (32, 16)
    } else if z < 0.5 {
      (first, count) = (16, 16)
    } else if z < 0.875 {
      (first, count) = (4, 12)
    }
    let turn = Double.atan2(y: direction.y, x: direction.x) / (2 * .pi)
    let sector = Int(((turn < 0 ? turn + 1 : turn) * Double(count)).rounded(.down))
    return first + min(sector, count - 1)
  }

  /// The centre of a cell, a unit vector; cells outside 0 ..< 64 are clamped.
  public static func center(of cell: Int) -> Vector3 {
    var index = min(max(cell, 0), cellCount - 1)
    var top = 1.0
    for count in bands {
      let height = 2 * Double(count) / Double(cellCount)
      if index < count {
        let z = top - height / 2
        let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
        let radius = (1 - z * z).squareRoot()
        return Vector3(radius * Double.cos(angle), radius * Double.sin(angle), z)
      }
      index -= count
      top -= height
    }
    return Vector3(0, 0, -1)
  }
}
