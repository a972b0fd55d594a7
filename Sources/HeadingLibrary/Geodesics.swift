import HeadingGeodesy
import HeadingGeometry

/// `heading_geodesic_inverse`.
@_cdecl("heading_geodesic_inverse")
public func computeInverseGeodesics(
  _ count: Int, _ latitudes: UnsafePointer<Double>?, _ longitudes: UnsafePointer<Double>?,
  _ otherLatitudes: UnsafePointer<Double>?, _ otherLongitudes: UnsafePointer<Double>?,
  _ distances: UnsafeMutablePointer<Double>?, _ azimuths: UnsafeMutablePointer<Double>?,
  _ otherAzimuths: UnsafeMutablePointer<Double>?
) -> Int32 {
  guard count >= 0, count <= Int.max / 8 else { return Outcome.size.rawValue }
  if count == 0 { return Outcome.ok.rawValue }
  guard let latitudes = unsafe latitudes, let longitudes = unsafe longitudes,
    let otherLatitudes = unsafe otherLatitudes, let otherLongitudes = unsafe otherLongitudes
  else { return Outcome.null.rawValue }
  var outcome = Outcome.ok
  for row in 0..<count {
    let from = unsafe Coordinate(latitude: latitudes[row], longitude: longitudes[row])
    let to = unsafe Coordinate(latitude: otherLatitudes[row], longitude: otherLongitudes[row])
    var path: Geodesic?
    if let from, let to { path = Geodesic(from: from, to: to) }
    if path == nil { outcome = .value }
    unsafe distances?[row] = (path?.distance).orNaN
    unsafe azimuths?[row] = (path?.initialAzimuth).degrees
    unsafe otherAzimuths?[row] = (path?.finalAzimuth).degrees
  }
  return outcome.rawValue
}

/// `heading_geodesic_direct`.
@_cdecl("heading_geodesic_direct")
public func computeDirectGeodesics(
  _ count: Int, _ latitudes: UnsafePointer<Double>?, _ longitudes: UnsafePointer<Double>?,
  _ azimuths: UnsafePointer<Double>?, _ distances: UnsafePointer<Double>?,
  _ endLatitudes: UnsafeMutablePointer<Double>?, _ endLongitudes: UnsafeMutablePointer<Double>?,
  _ endAzimuths: UnsafeMutablePointer<Double>?
) -> Int32 {
  guard count >= 0, count <= Int.max / 8 else { return Outcome.size.rawValue }
  if count == 0 { return Outcome.ok.rawValue }
  guard let latitudes = unsafe latitudes, let longitudes = unsafe longitudes,
    let azimuths = unsafe azimuths, let distances = unsafe distances
  else { return Outcome.null.rawValue }
  var outcome = Outcome.ok
  for row in 0..<count {
    let end = unsafe Coordinate(latitude: latitudes[row], longitude: longitudes[row])?
      .following(azimuth: Angle(degrees: azimuths[row]), distance: distances[row])
    if end == nil { outcome = .value }
    unsafe endLatitudes?[row] = (end?.coordinate.latitude).orNaN
    unsafe endLongitudes?[row] = (end?.coordinate.longitude).orNaN
    unsafe endAzimuths?[row] = (end?.azimuth).degrees
  }
  return outcome.rawValue
}
