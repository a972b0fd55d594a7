"""An ACPI table that declares the chips behind the MCP2221, with mount matrix and label, and a chip
select of the LJCA for spidev: what a device tree does on a real board.
"""
import subprocess

# body = matrix · chip. Two different ones: a program that ignores either is wrong by far. The inertial die
# is left-handed.
MAGNETOMETER_MOUNT = ((0, 1, 0), (-1, 0, 0), (0, 0, 1))
INERTIAL_MOUNT = ((1, 0, 0), (0, -1, 0), (0, 0, 1))
MAGNETOMETER_LABEL = "mag-mast"

# The xHCI controller sits in PCI slot 3, and QEMU's numbers its four SuperSpeed ports first: port 1
# is address 5, port 4 is 8. INTC1091 is the LJCA's SPI controller, SPT0001 what spidev binds to.
# st-press has an ACPI table of its own, so only a name of its I2C table matches.
TABLE = """
DefinitionBlock ("", "SSDT", 2, "HEADNG", "SENSORS", 1)
{
  External (\\_SB.PCI0.S18, DeviceObj)
  Scope (\\_SB.PCI0.S18)
  {
    Device (RHUB)
    {
      Name (_ADR, Zero)
      Device (PRT1)
      {
        Name (_ADR, 5)
%s
      }
      Device (PRT4)
      {
        Name (_ADR, 8)
        Device (SPI0)
        {
          Name (_HID, "INTC1091")
          Name (_UID, Zero)
          Device (CHP0)
          {
            Name (_HID, "SPT0001")
            Name (_UID, Zero)
            Name (_CRS, ResourceTemplate () { SpiSerialBusV2 (0, PolarityLow, FourWireMode, 8,
              ControllerInitiated, 10000000, ClockPolarityLow, ClockPhaseFirst,
              "\\\\_SB.PCI0.S18.RHUB.PRT4.SPI0", 0, ResourceConsumer,,) })
          }
        }
      }
    }
  }
}
"""
CHIP = """
        Device (%(node)s)
        {
          Name (_HID, "PRP0001")
          Name (_UID, %(number)d)
          Name (_CRS, ResourceTemplate () { I2cSerialBusV2 (%(address)d, ControllerInitiated,
            400000, AddressingMode7Bit, "\\\\_SB.PCI0.S18.RHUB.PRT1", 0, ResourceConsumer,,) })
          Name (_DSD, Package () { ToUUID ("daffd814-6eba-4d8c-8a91-bc9bbf4aa301"), Package () {
            %(properties)s } })
        }
"""


def compiled(folder):
    """Compiles the table into the folder; the answer is the file for `-acpitable file=`."""
    chips = (
        ("MAG0", 0x1C, "st,lsm9ds1-magn", MAGNETOMETER_MOUNT, MAGNETOMETER_LABEL),
        ("IMU0", 0x6B, "st,lsm9ds1-imu", INERTIAL_MOUNT, None),
        ("BAR0", 0x5C, "st,lps25h", None, None),
    )
    devices = ""
    for number, (node, address, compatible, mount, label) in enumerate(chips, 1):
        properties = [f'Package () {{ "compatible", "{compatible}" }}']
        if label:
            properties.append(f'Package () {{ "label", "{label}" }}')
        if mount:
            numbers = ", ".join(f'"{number}"' for row in mount for number in row)
            properties.append(f'Package () {{ "mount-matrix", Package () {{ {numbers} }} }}')
        devices += CHIP % {
            "node": node, "number": number, "address": address,
            "properties": ",\n            ".join(properties)}
    with open(f"{folder}/sensors.asl", "w") as file:
        file.write(TABLE % devices)
    done = subprocess.run(
        ["iasl", "-p", f"{folder}/sensors", f"{folder}/sensors.asl"],
        capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"iasl refused the ACPI table:\n{done.stdout}{done.stderr}")
    return f"{folder}/sensors.aml"
