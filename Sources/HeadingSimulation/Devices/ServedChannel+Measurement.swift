import HeadingIIOServer

extension ServedChannel {
  /// The measured quantity and axis (x, y, z: 0, 1, 2); `nil` for timestamp and unknown ids.
  var measurement: (quantity: SimulatedQuantity, axis: Int)? {
    let parts = id.split(separator: "_")
    guard let first = parts.first, let quantity = SimulatedQuantity(rawValue: String(first))
    else { return nil }
    guard quantity.isVector else { return parts.count == 1 ? (quantity, 0) : nil }
    guard parts.count == 2, let axis = ["x", "y", "z"].firstIndex(of: parts[1]) else { return nil }
    return (quantity, axis)
  }
}
