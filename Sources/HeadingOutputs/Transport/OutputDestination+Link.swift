extension OutputDestination {
  /// The link of an output to this destination.
  func link(_ protocolName: String) -> OutputLink {
    OutputLink(protocolName: protocolName, destination: "\(self)", transport: transport)
  }

  private var transport: any OutputTransport {
    switch self {
    case .udp(let host, let port, let interface):
      DatagramTransport(host: host, port: port, interface: interface)
    case .tcp(let address, let port): ListeningTransport(address: address, port: port)
    case .serial(let device, let baud): SerialTransport(device: device, baud: baud)
    }
  }
}
