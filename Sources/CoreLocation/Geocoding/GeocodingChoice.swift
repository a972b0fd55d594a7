import HeadingAuthorization
import HeadingNominatim
import HeadingProtocol
import HeadingStorage

#if Gazetteer
  import HeadingGazetteer
#endif

/// Chooses the geocoding service: a server, if `geocoder.url` is configured, or the gazetteer.
enum GeocodingChoice {
  /// The service of this program, chosen at its first request.
  static let shared = service(
    configuration: GeocoderConfiguration.file, environment: ProcessInfo.processInfo.environment)

  /// Returns the service that a configuration chooses.
  ///
  /// - Parameters:
  ///   - configuration: The machine's configuration file, whose section `geocoder` is read.
  ///   - environment: The environment, whose `HEADINGD_GEOCODER_…` variables override the file.
  ///   - complain: Receives a sentence about what cannot be used.
  /// - Returns: The service; one that answers nothing if none can be used.
  static func service(
    configuration: String, environment: [String: String],
    complain: @escaping @Sendable (String) -> Void = { ProgramLog.say($0) }
  ) -> any GeocodingBackend {
    let settings: GeocoderConfiguration
    do throws(ConfigurationError) {
      settings = try GeocoderConfiguration(contentsOf: configuration, environment: environment)
    } catch {
      // Not the other service: the server may have been chosen for what the file lacks.
      complain("\(error)")
      return UnavailableGeocoding()
    }
    if let server = settings.url {
      let client = NominatimClient(
        server: server, userAgent: userAgent(ProcessInfo.processInfo.processName),
        transport: URLSessionTransport())
      return NominatimGeocoding(client: client, server: server, complain: complain)
    }
    #if Gazetteer
      return gazetteer(settings, environment, complain)
    #else
      complain(
        "no place is found: this program is built without the trait Gazetteer of the package"
          + " headingd; name a server with geocoder.url (docs/geocoding.md)")
      return UnavailableGeocoding()
    #endif
  }

  #if Gazetteer
    private static func gazetteer(
      _ settings: GeocoderConfiguration, _ environment: [String: String],
      _ complain: @escaping @Sendable (String) -> Void
    ) -> any GeocodingBackend {
      let searched = GazetteerSearchPath(environment: environment).files
      guard let path = settings.gazetteer ?? searched.first(where: FileManager.default.fileExists)
      else {
        complain(
          "there is no gazetteer, so that no place is found: run `make install-gazetteer` in headingd's"
            + " sources, or name a server with geocoder.url (docs/geocoding.md)")
        return UnavailableGeocoding()
      }
      do throws(GazetteerError) {
        return GazetteerGeocoding(gazetteer: try Gazetteer(path: path), complain: complain)
      } catch {
        complain("\(error)")
        return UnavailableGeocoding()
      }
    }
  #endif

  /// Returns the name that the server sees: the program's, as a token of HTTP, and this library's.
  static func userAgent(_ program: String) -> String {
    let marks: Set<UInt8> = Set("!#$%&'*+-.^_`|~".utf8)
    let token = program.utf8.filter { byte in
      marks.contains(byte)
        || Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
        || (0x30...0x39).contains(byte)
    }
    let name = token.isEmpty ? "program" : String(decoding: token.prefix(64), as: UTF8.self)
    return "\(name) (headingd \(ProgramVersion.text), CoreLocation)"
  }
}

/// The service of the program, opened by the first request and not by the first geocoder.
struct ChosenGeocoding: GeocodingBackend {
  @concurrent func placemarks(
    at location: CLLocation, locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await GeocodingChoice.shared.placemarks(at: location, locale: locale)
  }

  @concurrent func placemarks(
    named name: String, near region: (CLLocationCoordinate2D, CLLocationDistance)?, locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await GeocodingChoice.shared.placemarks(named: name, near: region, locale: locale)
  }

  @concurrent func placemarks(
    of address: PlacemarkValues, locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await GeocodingChoice.shared.placemarks(of: address, locale: locale)
  }
}
