import Contacts
import HeadingNominatim
import Synchronization
import Testing

@testable import CoreLocation

/// The geocoder over a scripted server, and over the gazetteer where one has been made.
@Suite(.timeLimit(.minutes(5))) struct GeocodingTests {
  private final class Server: NominatimTransport {
    let answer: @Sendable (URL) throws -> (Int, String)
    private let asked = Mutex<[String]>([])
    var urls: [String] { asked.withLock { $0 } }

    init(_ answer: @escaping @Sendable (URL) throws -> (Int, String)) { self.answer = answer }

    func answer(to url: URL, userAgent: String) async throws -> (status: Int, body: Data) {
      asked.withLock { $0.append(url.absoluteString) }
      let (status, body) = try answer(url)
      return (status, Data(body.utf8))
    }
  }

  private func geocoder(_ server: Server) -> CLGeocoder {
    CLGeocoder(
      backend: NominatimGeocoding(
        client: NominatimClient(
          server: "http://localhost", userAgent: "test", transport: server,
          sleep: { _ in try Task.checkCancellation() }),
        server: "http://localhost", complain: { _ in }))
  }

  private static let house = """
    {"lat":"60.1711182","lon":"24.9414937","category":"place","type":"house","name":"",\
    "address":{"house_number":"1","road":"Kaivokatu","suburb":"Kaisaniemi","city":"Helsinki",\
    "postcode":"00100","country":"Finland","country_code":"fi"},\
    "boundingbox":["60.1710682","60.1711682","24.9414437","24.9415437"]}
    """

  private func code(_ body: () async throws -> [CLPlacemark]) async -> CLError.Code? {
    do {
      _ = try await body()
      return nil
    } catch {
      return (error as? CLError)?.code
    }
  }

  @Test func `a server's answer becomes a placemark with its postal address`() async throws {
    let server = Server { _ in (200, Self.house) }
    let place = CLLocation(latitude: 60.171, longitude: 24.9415)
    let placemark = try #require(
      try await geocoder(server).reverseGeocodeLocation(
        place, preferredLocale: Locale(identifier: "fi_FI")
      ).first)
    #expect(placemark.thoroughfare == "Kaivokatu")
    #expect(placemark.subThoroughfare == "1")
    #expect(placemark.name == "1 Kaivokatu")
    #expect(placemark.locality == "Helsinki")
    #expect(placemark.subLocality == "Kaisaniemi")
    #expect(placemark.isoCountryCode == "FI")
    #expect(placemark.postalAddress?.street == "1 Kaivokatu")
    #expect(placemark.postalAddress?.postalCode == "00100")
    #expect((placemark.region as? CLCircularRegion)?.radius ?? 0 > 0)
    #expect(server.urls.first?.contains("accept-language=fi-FI") == true)
  }

  @Test func `a placemark without some values is archived`() async throws {
    let server = Server { _ in (200, Self.house) }
    let place = CLLocation(latitude: 60.171, longitude: 24.9415)
    let placemark = try #require(
      try await geocoder(server).reverseGeocodeLocation(place).first)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: placemark, requiringSecureCoding: true)
    let copy = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLPlacemark.self, from: data))
    #expect(copy.thoroughfare == "Kaivokatu")
    #expect(copy.ocean == nil && copy.areasOfInterest == nil && copy.timeZone == nil)
    #expect(copy.location?.coordinate.latitude == placemark.location?.coordinate.latitude)
  }

  @Test func `a postal address is asked for by its parts`() async throws {
    let server = Server { _ in (200, "[" + Self.house + "]") }
    let address = CNMutablePostalAddress()
    address.street = "1 Kaivokatu"
    address.city = "Helsinki"
    address.isoCountryCode = "FI"
    let found = try await geocoder(server).geocodePostalAddress(address)
    #expect(found.first?.locality == "Helsinki")
    let asked = try #require(server.urls.first)
    #expect(asked.contains("street=1%20Kaivokatu&city=Helsinki&country=FI"))
  }

  @Test func `failures are Core Location's errors`() async {
    let place = CLLocation(latitude: 1, longitude: 2)
    let cases: [(Int, String, CLError.Code)] = [
      (200, #"{"error":"Unable to geocode"}"#, .geocodeFoundNoResult),
      (200, "[]", .geocodeFoundNoResult), (429, "", .network), (500, "", .network),
      (200, "<html>", .network),
    ]
    for (status, body, expected) in cases {
      let geocoder = geocoder(Server { _ in (status, body) })
      #expect(await code { try await geocoder.reverseGeocodeLocation(place) } == expected)
    }
    let unreachable = geocoder(Server { _ in throw NominatimFailure.unreachable })
    #expect(await code { try await unreachable.geocodeAddressString("Seoul") } == .network)
    let invalid = CLLocation(latitude: 200, longitude: 2)
    let fine = geocoder(Server { _ in (200, Self.house) })
    #expect(
      await code { try await fine.reverseGeocodeLocation(invalid) } == .geocodeFoundNoResult)
  }

  @Test func `an address whose street the server leaves out is a partial result`() async {
    let city = #"[{"lat":"60.2","lon":"24.9","name":"Helsinki","address":{"city":"Helsinki"}}]"#
    let geocoder = geocoder(Server { _ in (200, city) })
    let address = CNMutablePostalAddress()
    address.street = "No Such Street 1"
    address.city = "Helsinki"
    #expect(
      await code { try await geocoder.geocodePostalAddress(address) }
        == .geocodeFoundPartialResult)
  }

  @Test func `the state is its code where addresses have that`() async throws {
    let answer = """
      {"lat":"37.3","lon":"-122","address":{"state":"California","ISO3166-2-lvl4":"US-CA",\
      "country_code":"us"}}
      """
    let place = CLLocation(latitude: 37.3, longitude: -122)
    let found = try await geocoder(Server { _ in (200, answer) }).reverseGeocodeLocation(place)
    #expect(found.first?.administrativeArea == "CA")
    #expect(found.first?.location?.horizontalAccuracy == -1)
  }

  @Test func `nothing is asked for no text, one that is too long and no address`() async {
    let server = Server { _ in (200, "[" + Self.house + "]") }
    let geocoder = geocoder(server)
    for text in ["", " \n\t", String(repeating: "서울", count: 5000)] {
      #expect(
        await code { try await geocoder.geocodeAddressString(text) } == .geocodeFoundNoResult)
    }
    #expect(
      await code { try await geocoder.geocodePostalAddress(CNPostalAddress()) }
        == .geocodeFoundNoResult)
    #expect(
      await code { try await geocoder.geocodeAddressDictionary([:]) } == .geocodeFoundNoResult)
    #expect(server.urls.isEmpty)
  }

  @Test func `a region without a place is not looked at`() async throws {
    let server = Server { _ in (200, "[" + Self.house + "]") }
    let nowhere = CLCircularRegion(
      center: kCLLocationCoordinate2DInvalid, radius: 1000, identifier: "")
    _ = try await geocoder(server).geocodeAddressString("Helsinki", in: nowhere)
    #expect(server.urls.first?.contains("viewbox") == false)
  }

  // MARK: - Choice

  private final class Complaints: Sendable {
    private let all = Mutex<[String]>([])
    var lines: [String] { all.withLock { $0 } }

    func service(
      file: String = "/nonexistent/headingd.yaml", _ environment: [String: String]
    ) -> any GeocodingBackend {
      GeocodingChoice.service(configuration: file, environment: environment) { line in
        self.all.withLock { $0.append(line) }
      }
    }
  }

  @Test(arguments: [
    ("HEADINGD_GEOCODER_GAZETTEER", "/nonexistent/gazetteer.sqlite"),
    ("HEADINGD_GEOCODER_GAZETTEER", "gazetteer.sqlite"), ("HEADINGD_GEOCODER_URL", "https://"),
    ("HEADINGD_GEOCODER_URL", "http://host/?key=1"), ("HEADINGD_GEOCODER_URL", "ftp://host"),
  ])
  func `a missing gazetteer or a wrong address is complained of`(
    variable: String, value: String
  ) async {
    let complaints = Complaints()
    #expect(complaints.service([variable: value]) is UnavailableGeocoding)
    let lines = complaints.lines
    #expect(lines.count == 1)
    #expect(lines.first?.contains(value) == true, "\(lines)")
  }

  @Test func `the machine's file names a server, and the environment another`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "headingd.yaml")
    try Data("sensors: {uri: 7}\ngeocoder: {url: 'https://one.example'}\n".utf8).write(to: file)
    let complaints = Complaints()
    let one = complaints.service(file: file.path, [:])
    #expect((one as? NominatimGeocoding)?.server == "https://one.example")
    let other = complaints.service(file: file.path, ["HEADINGD_GEOCODER_URL": "http://[::1]:80/n"])
    #expect((other as? NominatimGeocoding)?.server == "http://[::1]:80/n")
    #expect(complaints.lines.isEmpty)

    try Data("geocoder: {url: 'nowhere'}\n".utf8).write(to: file)
    #expect(complaints.service(file: file.path, [:]) is UnavailableGeocoding)
    #expect(
      complaints.lines.first?.contains("headingd.yaml:1:17: geocoder.url") == true)
  }

  @Test func `the gazetteer is looked for where it is built and installed`() {
    let path = GazetteerSearchPath(
      environment: ["HOME": "/home/a", "HEADINGD_DATA": "/data"],
      executable: "/src/app/.build/x86_64-unknown-linux-gnu/debug/app",
      library: "/home/a/.local/lib/swift/linux/libCoreLocation.so")
    #expect(
      path.files.prefix(3) == [
        "/src/app/.build/gazetteer.sqlite", "/home/a/.local/share/headingd/gazetteer.sqlite",
        "/data/gazetteer.sqlite",
      ])
    #expect(path.files.contains("/usr/share/headingd/gazetteer.sqlite"))
    #expect(path.files.last == "/usr/local/share/headingd/gazetteer.sqlite")
    let plain = GazetteerSearchPath(
      environment: ["XDG_DATA_HOME": "relative"], executable: "/tmp/app", library: nil)
    #expect(!plain.files.contains { $0.hasPrefix("/tmp/gaz") || $0.hasPrefix("/gaz") })
    #expect(plain.files.allSatisfy { $0.hasPrefix("/") })
  }

  @Test func `a shared library of the process is found, also behind the first page`() {
    for name in ["libc.so.6", "libFoundation.so"] {
      let path = GazetteerSearchPath.mapped(name)
      #expect(path?.hasPrefix("/") == true && path?.hasSuffix("/" + name) == true)
    }
    #expect(GazetteerSearchPath.mapped("libNone.so") == nil)
  }

  @Test func `a program's name in the request is a token`() {
    #expect(GeocodingChoice.userAgent("Maps 2\r\nHost: 나").hasPrefix("Maps2Host (headingd "))
    #expect(GeocodingChoice.userAgent("지도").hasPrefix("program (headingd "))
  }

  // MARK: - The gazetteer

  private static let gazetteer: (any GeocodingBackend)? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = root.appending(path: ".build/gazetteer.sqlite").path
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return GeocodingChoice.service(
      configuration: "/nonexistent", environment: ["HEADINGD_GEOCODER_GAZETTEER": path])
  }()

  @Test(.enabled(if: gazetteer != nil, "no .build/gazetteer.sqlite: run make gazetteer"))
  func `the gazetteer names a city and never a street`() async throws {
    let geocoder = CLGeocoder(backend: try #require(Self.gazetteer))
    let seoul = CLLocation(latitude: 37.5663528, longitude: 126.9779528)
    let placemark = try #require(
      try await geocoder.reverseGeocodeLocation(
        seoul, preferredLocale: Locale(identifier: "ko_KR")
      ).first)
    #expect(placemark.locality == "서울")
    #expect(placemark.country == "대한민국")
    #expect(placemark.timeZone?.identifier == "Asia/Seoul")
    #expect(placemark.thoroughfare == nil)
    #expect(placemark.location?.coordinate.latitude == 37.5663528)

    let springfield = try await geocoder.geocodeAddressString("Springfield, Illinois")
    #expect(springfield.first?.administrativeArea == "IL")
    #expect(springfield.first?.postalAddress?.city == "Springfield")
    // The middle of a city is no exact place.
    #expect(springfield.first?.location?.horizontalAccuracy ?? 0 > 1000)
    #expect(springfield.first?.location?.verticalAccuracy == -1)
    #expect(
      await code { try await geocoder.geocodeAddressString("Kaivokatu 1, Helsinki") }
        == .geocodeFoundPartialResult)
    #expect(
      await code { try await geocoder.geocodeAddressString("zzzzqqq") } == .geocodeFoundNoResult)
    let sea = CLLocation(latitude: 0, longitude: -30)
    #expect(
      await code { try await geocoder.reverseGeocodeLocation(sea) } == .geocodeFoundNoResult)
  }
}
