/// Factors of a segment's eliminated parameters, for back-substitution.
struct SegmentReduction {
  /// Cholesky factor L of the segment's own normal matrix.
  var factor: [Double]
  /// L⁻¹ times the coupling matrix of own and common parameters, one row for each own parameter.
  var coupling: [Double]
  /// L⁻¹ times the segment's right side.
  var value: [Double]
}
