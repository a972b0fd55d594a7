import HeadingGeometry

/// Search for samples adjacent in time at nearly the same attitude.
extension FieldData {
  /// Largest distance of a neighbour in time, s, and in samples; a body turns by some tens of
  /// degrees within it.
  private static let reach = (seconds: 0.25, samples: 12)

  /// Change of the field, in its unit, beyond which the attitude differs.
  private static let largestChange = 0.2

  /// Finds each sample's neighbours, as many before it as after it, so that a constant rotation
  /// cancels in their mean.
  mutating func findNeighbours() {
    for index in samples.indices {
      var reached = 0
      while reached < Self.reach.samples, isNear(index, index - reached - 1),
        isNear(index, index + reached + 1)
      {
        reached += 1
      }
      if reached >= 2 { samples[index].neighbours = (index - reached)..<(index + reached + 1) }
    }
  }

  private func isNear(_ index: Int, _ other: Int) -> Bool {
    guard samples.indices.contains(other) else { return false }
    return abs(samples[other].seconds - samples[index].seconds) <= Self.reach.seconds
      && (samples[other].field - samples[index].field).length <= Self.largestChange
  }
}
