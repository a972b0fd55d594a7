#if Gazetteer
  import HeadingGazetteer

  /// Geocoding with the file of places on this computer: cities, states and countries, no streets.
  struct GazetteerGeocoding: GeocodingBackend {
    let gazetteer: Gazetteer
    /// Receives a sentence about a file that cannot be read.
    let complain: @Sendable (String) -> Void

    @concurrent func placemarks(
      at location: CLLocation, locale: Locale?
    ) async throws -> [CLPlacemark] {
      let coordinate = location.coordinate
      guard CLLocationCoordinate2DIsValid(coordinate) else { throw CLError(.geocodeFoundNoResult) }
      let address = try translated {
        try gazetteer.address(
          latitude: coordinate.latitude, longitude: coordinate.longitude,
          language: locale.geocodingLanguage)
      }
      guard address.countryCode != nil else { throw CLError(.geocodeFoundNoResult) }
      var values = PlacemarkValues()
      values.location = location
      values.radius = address.locality?.radius
      values.name = address.locality?.name ?? address.area ?? address.country
      values.locality = address.locality?.name
      values.subLocality = address.district
      values.administrativeArea = PlacemarkValues.area(
        address.area, address.areaCode, address.countryCode)
      values.country = address.country
      values.isoCountryCode = address.countryCode
      values.timeZone = address.timeZone.flatMap { TimeZone(identifier: $0) }
      return [CLPlacemark(values)]
    }

    @concurrent func placemarks(
      named name: String, near region: (CLLocationCoordinate2D, CLLocationDistance)?,
      locale: Locale?
    ) async throws -> [CLPlacemark] {
      let vicinity = region.map {
        Gazetteer.Vicinity(latitude: $0.0.latitude, longitude: $0.0.longitude, radius: $0.1)
      }
      let language = locale.geocodingLanguage
      let places = try translated {
        try gazetteer.places(named: name, near: vicinity, language: language)
      }
      guard places.isEmpty else { return places.map { CLPlacemark(Self.values($0)) } }
      // What is behind an unknown street: the city is known, but is not what was asked for.
      if let comma = name.firstIndex(of: ",") {
        let rest = String(name[name.index(after: comma)...])
        let known = try translated { try gazetteer.places(named: rest, limit: 1) }
        if !known.isEmpty { throw CLError(.geocodeFoundPartialResult) }
      }
      throw CLError(.geocodeFoundNoResult)
    }

    func placemarks(of address: PlacemarkValues, locale: Locale?) async throws -> [CLPlacemark] {
      let parts = [
        address.thoroughfare, address.locality, address.administrativeArea,
        address.country ?? address.isoCountryCode,
      ]
      let name = parts.compactMap(\.self).joined(separator: ", ")
      return try await placemarks(named: name, near: nil, locale: locale)
    }

    private static func values(_ place: GazetteerPlace) -> PlacemarkValues {
      var values = PlacemarkValues()
      values.location = CLLocation(
        centerLatitude: place.latitude, longitude: place.longitude, radius: place.radius)
      values.radius = place.radius
      values.name = place.name
      switch place.kind {
      case .locality: values.locality = place.name
      case .district: values.subLocality = place.name
      case .area, .country: break
      }
      values.administrativeArea = PlacemarkValues.area(
        place.area, place.areaCode, place.countryCode)
      values.country = place.country
      values.isoCountryCode = place.countryCode
      values.timeZone = place.timeZone.flatMap { TimeZone(identifier: $0) }
      return values
    }

    private func translated<Value>(_ body: () throws -> Value) throws(CLError) -> Value {
      do {
        return try body()
      } catch {
        complain("\(error)")
        throw CLError(.network)
      }
    }
  }
#endif
