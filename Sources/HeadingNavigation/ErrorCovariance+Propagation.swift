import HeadingGeometry

extension ErrorCovariance {
  /// How errors grow into one another over one step; see `docs/navigation.md`.
  struct Transition {
    /// Length of the step, s.
    var interval: Double

    /// Specific force times the interval, m/s, earth frame.
    var push: Vector3

    /// Body to earth at the start of the step.
    var rotation: Matrix3

    /// Which axes of the velocity the accelerometer drives: east, north, up.
    var isDriven: SIMD3<UInt8>
  }

  /// P becomes F P Fᵀ; F is never formed: most of it is the identity.
  ///
  /// δθ⁺ = δθ − R dt δb_g; δv⁺ = δv + δθ × (R f dt) − R dt δb_a; δp⁺ = δp + dt (δv + δv⁺) / 2.
  mutating func propagate(_ transition: Transition) {
    let (dt, push) = (transition.interval, transition.push)
    let (p, v, a) = (ErrorIndex.position, ErrorIndex.velocity, ErrorIndex.attitude)
    let (g, b) = (ErrorIndex.gyroscopeBias, ErrorIndex.accelerometerBias)
    let toEarth = transition.rotation.rows
    let turned = (toEarth.x * dt, toEarth.y * dt, toEarth.z * dt)
    // Rows: F P. Each block reads only blocks that have not been written yet.
    for column in 0..<ErrorIndex.count {
      let velocity = Vector3(self[v, column], self[v + 1, column], self[v + 2, column])
      let attitude = Vector3(self[a, column], self[a + 1, column], self[a + 2, column])
      let gyroscope = Vector3(self[g, column], self[g + 1, column], self[g + 2, column])
      let accelerometer = Vector3(self[b, column], self[b + 1, column], self[b + 2, column])
      let tilting = attitude.cross(push)
      let offset = Vector3(
        turned.0.dot(accelerometer), turned.1.dot(accelerometer), turned.2.dot(accelerometer))
      let drift = Vector3(
        turned.0.dot(gyroscope), turned.1.dot(gyroscope), turned.2.dot(gyroscope))
      for axis in 0..<3 {
        let change = transition.isDriven[axis] != 0 ? tilting[axis] - offset[axis] : 0
        self[p + axis, column] += dt * (velocity[axis] + change / 2)
        self[v + axis, column] += change
        self[a + axis, column] -= drift[axis]
      }
    }
    // Columns: (F P) Fᵀ, row by row.
    for row in 0..<ErrorIndex.count {
      let velocity = Vector3(self[row, v], self[row, v + 1], self[row, v + 2])
      let attitude = Vector3(self[row, a], self[row, a + 1], self[row, a + 2])
      let gyroscope = Vector3(self[row, g], self[row, g + 1], self[row, g + 2])
      let accelerometer = Vector3(self[row, b], self[row, b + 1], self[row, b + 2])
      let tilting = attitude.cross(push)
      let offset = Vector3(
        turned.0.dot(accelerometer), turned.1.dot(accelerometer), turned.2.dot(accelerometer))
      let drift = Vector3(
        turned.0.dot(gyroscope), turned.1.dot(gyroscope), turned.2.dot(gyroscope))
      for axis in 0..<3 {
        let change = transition.isDriven[axis] != 0 ? tilting[axis] - offset[axis] : 0
        self[row, p + axis] += dt * (velocity[axis] + change / 2)
        self[row, v + axis] += change
        self[row, a + axis] -= drift[axis]
      }
    }
    symmetrize()
  }

  /// Takes the mean of both triangles, which differ by round-off after the two passes.
  private mutating func symmetrize() {
    for row in 1..<ErrorIndex.count {
      for column in 0..<row {
        let mean = (self[row, column] + self[column, row]) / 2
        self[row, column] = mean
        self[column, row] = mean
      }
    }
  }
}
