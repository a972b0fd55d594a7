import HeadingGeometry
import RealModule

/// Cluster-robust (sandwich) covariance of the parameters.
extension FieldFit {
  /// How the samples are clustered.
  enum Grouping {
    /// By time: errors with a long correlation time (a disturbance, an acceleration).
    case time
    /// By longer times: errors that persist while the device changes its place.
    case longTime
    /// By the field's direction in the body: errors that depend on attitude (unmodelled effects).
    case attitude
  }

  /// Largest number of common and segment parameters that are solved together.
  static let largestCount = 160

  /// The covariance of the active parameters, dense; `nil` if the samples are too few for clusters.
  func covariance(by grouping: Grouping) -> [Double]? {
    let count = ownCount
    guard count <= Self.largestCount, let groups = groups(grouping) else { return nil }
    var sums = ClusterSums(count: count, groups: groups.number)
    var rows = FieldRows(count: active.count)
    for index in residuals.indices where residuals[index].kind != .segment && included[index] {
      addFree(index, &rows) {
        sums.add(
          $0, own: nil, at: 0, group: groups.of[index], residual: $1, weight: $2)
      }
    }
    if usesSegments {
      for segment in data.segments.indices {
        let start = active.count + segment * SegmentState.count
        addRows(segment, &rows) {
          sums.add(
            $1, own: $2, at: start, group: groups.of[$0], residual: $3, weight: $4)
        }
      }
    }
    addPriors(to: &sums)
    return sums.covariance(first: active.count)
  }

  /// Number of active parameters and of the segments' own parameters.
  var ownCount: Int { active.count + (usesSegments ? SegmentState.count * segments.count : 0) }

  /// Adds the prior information of segments and common parameters.
  func addPriors(to sums: inout ClusterSums) {
    if usesSegments {
      for segment in data.segments.indices {
        var own = SegmentSums(count: 0)
        own.addPriors(segments[segment], segmentPrior)
        let start = active.count + segment * SegmentState.count
        for k in 0..<SegmentState.count {
          sums.addPrior(start + k, information: own.matrix[k * (SegmentState.count + 1)])
        }
      }
    }
    var known = NormalEquations(active: active)
    prior.add(to: &known, parameters)
    for a in active.indices {
      sums.addPrior(a, information: known.matrix[a * active.count + a])
    }
  }

  /// In level motion the field stays in one band, where each sector is a cluster.
  private static let bandCount = 5
  private static let sectorCount = 12

  private static func cell(of field: Vector3) -> Int {
    let z = field.z / max(field.length, 1e-9)
    let band = Int(((z + 1) / 2 * Double(bandCount)).rounded(.down))
    let turn = Double.atan2(y: field.y, x: field.x) / (2 * .pi) + 0.5
    let sector = Int((turn * Double(sectorCount)).rounded(.down))
    return min(max(band, 0), bandCount - 1) * sectorCount + min(max(sector, 0), sectorCount - 1)
  }

  /// Number of clusters and the cluster of each sample.
  private func groups(_ grouping: Grouping) -> (number: Int, of: [Int])? {
    let number = min(36, data.samples.count / 10)
    guard number >= 8 else { return nil }
    switch grouping {
    case .longTime:
      return (10, data.samples.indices.map { $0 * 10 / data.samples.count })
    case .time:
      return (number, data.samples.indices.map { $0 * number / data.samples.count })
    case .attitude:
      guard let inverse = parameters.distortion.inverse else { return nil }
      return (
        Self.bandCount * Self.sectorCount,
        data.samples.map { Self.cell(of: inverse * parameters.centered($0)) }
      )
    }
  }
}
