// Heading, attitude and the magnetic field, computed in a browser or in Node by heading.wasm.
//
//   import { load } from "./heading.mjs";
//   const heading = await load();
//   const estimator = heading.estimator();
//   estimator.gyroscope(time, [x, y, z]);          // rad/s, time in ns
//   estimator.accelerometer(time, [x, y, z]);      // m/s², +9.8 along up at rest
//   estimator.magnetometer(time, [x, y, z]);       // T, calibrated
//   const { heading: degrees, heading68 } = estimator.read();
//
// The interface, units and frames are those of heading/heading.h: body x right, y forward, z up; angles in degrees;
// an unknown value is NaN, and `reasons` says why. Times are nanoseconds: a BigInt, or a number that is a safe integer.

/** A function's negative result. */
export class HeadingError extends Error {
  /**
   * @param {number} result
   * @param {string} text
   */
  constructor(result, text) {
    super(text);
    this.name = "HeadingError";
    /** The number, as in `enum heading_result`. */
    this.result = result;
  }
}

/**
 * Offsets of the structs' members in bytes, which the test compares with those of the header.
 * A member is [offset, type, length]; types are f64, i32, u64 and i64.
 */
export const LAYOUT = {
  heading_estimate: {
    size: 336,
    reasons: [8, "u64"], status: [16, "i32"], initialized: [20, "i32"], north: [24, "i32"], at_rest: [28, "i32"],
    disturbed: [32, "i32"], time: [40, "i64"], attitude: [48, "f64", 4], heading: [80, "f64"], heading_68: [88, "f64"],
    heading_95: [96, "f64"], pitch: [104, "f64"], roll: [112, "f64"], terms: [120, "f64", 6], unknown_magnet: [168, "f64"],
    tilt_accuracy: [176, "f64"], tilt_covariance: [184, "f64", 3], rotation_rate: [208, "f64", 3],
    gyroscope_bias: [232, "f64", 3], gyroscope_bias_accuracy: [256, "f64"], hard_iron: [264, "f64", 3],
    hard_iron_accuracy: [288, "f64"], magnetometer_latency: [296, "f64"], field_strength: [304, "f64"],
    field_inclination: [312, "f64"], invalid_samples: [320, "u64"], late_samples: [328, "u64"],
  },
  heading_batch: {
    size: 80,
    count: [4, "i32"], times: [8, "i32"], start: [16, "i64"], step: [24, "i64"], rates: [32, "i32"], forces: [36, "i32"],
    fields: [40, "i32"], attitudes: [44, "i32"], headings: [48, "i32"], bounds_68: [52, "i32"], bounds_95: [56, "i32"],
    reasons: [60, "i32"], biases: [64, "i32"], bias_accuracies: [68, "i32"], flags: [72, "i32"],
  },
};

const FIELD = ("north east down horizontal total declination inclination northRate eastRate downRate horizontalRate totalRate " +
  "declinationRate inclinationRate northError eastError downError horizontalError totalError declinationError " +
  "inclinationError yearsOutside zone").split(" ");

/**
 * @param {bigint | number} time
 */
const nanoseconds = (time) => {
  if (typeof time === "bigint") return time;
  if (!Number.isSafeInteger(time)) throw new HeadingError(-3, "a time is not an integer of nanoseconds below 2^53: use a BigInt");
  return BigInt(time);
};

/**
 * Loads heading.wasm.
 * @param {BufferSource | Response | URL | string} [source] its bytes, a response, or its address; by default beside this module
 * @returns {Promise<Heading>}
 */
export async function load(source = new URL("heading.wasm", import.meta.url)) {
  if (typeof source === "string" || source instanceof URL) {
    const address = new URL(source, import.meta.url);
    // @ts-ignore: the types of Node are not needed for this
    if (address.protocol === "file:") source = await (await import("node:fs/promises")).readFile(address);
    else source = await fetch(address);
  }
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (!source.ok) throw new Error(`heading.wasm: ${source.status} ${source.statusText} at ${source.url}`);
    source = await source.arrayBuffer();
  }
  const { instance } = await WebAssembly.instantiate(/** @type {BufferSource} */ (source), {});
  return new Heading(instance);
}

/** The library in one instance; its estimators live in one memory and need no release at the end of a page. */
export class Heading {
  /**
   * @param {WebAssembly.Instance} instance
   */
  constructor(instance) {
    /**
     * All functions of heading/heading.h, and memory, malloc and free: pointers are numbers, 64-bit integers BigInt.
     * @type {any}
     */
    this.exports = instance.exports;
    /** 1 kB for the arguments of one call. */
    this.scratch = this.allocate(1024);
  }

  /**
   * @param {number} size
   * @returns {number}
   */
  allocate(size) {
    const pointer = this.exports.malloc(size);
    if (!pointer) throw new HeadingError(-4, `no memory for ${size} bytes`);
    return pointer;
  }

  /** The memory now: views end when it grows. */
  get view() { return new DataView(this.exports.memory.buffer); }

  /**
   * Throws for an error, returns a notice.
   * @param {number} result
   */
  check(result) {
    if (result < 0) throw new HeadingError(result, this.text(this.exports.heading_result_text(result)));
    return result;
  }

  /**
   * @param {number} pointer of a text with a null at its end
   */
  text(pointer) {
    const bytes = new Uint8Array(this.exports.memory.buffer, pointer);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  /**
   * The names of a set of reasons.
   * @param {bigint} reasons
   * @returns {string[]}
   */
  reasonNames(reasons) { return this.words("heading_reasons_names", reasons, ","); }

  /**
   * What they mean and what to do.
   * @param {bigint} reasons
   * @returns {string[]}
   */
  reasonAdvice(reasons) { return this.words("heading_reasons_advice", reasons, "\n"); }

  /**
   * @private
   * @param {string} name
   * @param {bigint} reasons
   * @param {string} separator
   */
  words(name, reasons, separator) {
    const size = this.exports[name](reasons, 0, 0) + 1;
    const pointer = this.allocate(size);
    this.exports[name](reasons, pointer, size);
    const text = this.text(pointer);
    this.exports.free(pointer);
    return text ? text.split(separator) : [];
  }

  /**
   * Copies numbers into memory.
   * @param {ArrayLike<number>} numbers
   * @param {number} pointer
   * @param {number} count
   */
  put(numbers, pointer, count) {
    const target = new Float64Array(this.exports.memory.buffer, pointer, count);
    for (let index = 0; index < count; index++) target[index] = numbers[index];
  }

  /**
   * Magnetic field of a place and date, by the World Magnetic Model 2025.
   * @param {number} latitude degrees
   * @param {number} longitude degrees
   * @param {number} height above the ellipsoid, m
   * @param {number} year such as 2026.9
   * @returns {Record<string, number>} T and degrees; see heading_field in the header
   */
  field(latitude, longitude, height, year) {
    const at = this.scratch;
    this.put([latitude, longitude, height, year], at, 4);
    this.check(this.exports.heading_field_compute(1, at, at + 8, at + 16, at + 24, 0, at + 32, FIELD.length * 8, 0));
    const numbers = new Float64Array(this.exports.memory.buffer, at + 32, FIELD.length);
    return Object.fromEntries(FIELD.map((name, index) => [name, numbers[index]]));
  }

  /**
   * Distance, m, and azimuths at both ends, degrees, of the geodesic between two places.
   * @param {[number, number]} from latitude, longitude
   * @param {[number, number]} to
   */
  geodesic(from, to) {
    const at = this.scratch;
    this.put([...from, ...to], at, 4);
    this.check(this.exports.heading_geodesic_inverse(1, at, at + 8, at + 16, at + 24, at + 32, at + 40, at + 48));
    const [distance, azimuth, finalAzimuth] = new Float64Array(this.exports.memory.buffer, at + 32, 3);
    return { distance, azimuth, finalAzimuth };
  }

  /**
   * An estimator of attitude and magnetic heading.
   * @param {{uncalibrated?: boolean}} [options]
   */
  estimator(options = {}) { return new Estimator(this, options.uncalibrated ?? false); }
}

/** Attitude and magnetic heading from gyroscope, accelerometer and magnetometer. */
export class Estimator {
  /**
   * @param {Heading} heading
   * @param {boolean} isUncalibrated: estimate the magnetometer's iron while it turns
   */
  constructor(heading, isUncalibrated) {
    this.heading = heading;
    const at = heading.scratch;
    let parameters = 0;
    if (isUncalibrated) {
      parameters = at + 8;
      heading.view.setUint32(parameters, 208, true);
      heading.check(heading.exports.heading_parameters_uncalibrated(parameters));
    }
    heading.check(heading.exports.heading_estimator_create(parameters, at));
    /** The handle, for functions of `exports`. */
    this.handle = heading.view.getUint32(at, true);
    const { size } = LAYOUT.heading_estimate;
    /**
     * @private
     */
    this.estimate = heading.allocate(size);
    /**
     * @private
     */
    this.sample = heading.allocate(24);
  }

  /** Frees it; a later use throws. */
  free() {
    const { exports } = this.heading;
    this.heading.check(exports.heading_estimator_destroy(this.handle));
    exports.free(this.estimate);
    exports.free(this.sample);
    this.handle = 0;
  }

  /**
   * @private
   * @param {string} name
   * @param {bigint | number} time
   * @param {ArrayLike<number>} vector
   */
  add(name, time, vector) {
    const numbers = new Float64Array(this.heading.exports.memory.buffer, this.handle ? this.sample : this.heading.scratch, 3);
    [numbers[0], numbers[1], numbers[2]] = [vector[0], vector[1], vector[2]];
    return this.heading.check(this.heading.exports[name](this.handle, nanoseconds(time), numbers.byteOffset));
  }

  /**
   * Angular rate, rad/s.
   * @param {bigint | number} time ns
   * @param {ArrayLike<number>} rate
   * @returns {number} 0, or a notice
   */
  gyroscope(time, rate) { return this.add("heading_estimator_gyroscope", time, rate); }

  /**
   * Specific force, m/s².
   * @param {bigint | number} time ns
   * @param {ArrayLike<number>} force
   * @returns {number} 0, or a notice
   */
  accelerometer(time, force) { return this.add("heading_estimator_accelerometer", time, force); }

  /**
   * Calibrated field, T.
   * @param {bigint | number} time ns
   * @param {ArrayLike<number>} field
   * @returns {number} 0, or a notice
   */
  magnetometer(time, field) { return this.add("heading_estimator_magnetometer", time, field); }

  /**
   * Time without a sample, so that silent sensors are noticed.
   * @param {bigint | number} time ns
   */
  advance(time) { this.heading.check(this.heading.exports.heading_estimator_advance(this.handle, nanoseconds(time))); }

  /**
   * The field of the place, such as of `field()`; NaN both if unknown.
   * @param {number} strength T
   * @param {number} inclination
   */
  reference(strength, inclination) {
    this.heading.check(this.heading.exports.heading_estimator_reference(this.handle, strength, inclination));
  }

  /**
   * The estimate; members as in heading_estimate, in camel case.
   * @returns {{heading: number, heading68: number, heading95: number, pitch: number, roll: number, attitude: number[],
   *   reasons: bigint, status: number, north: boolean, time: bigint, [name: string]: any}}
   */
  read() {
    const { size, ...members } = LAYOUT.heading_estimate;
    const { heading, estimate } = this;
    if (this.handle) heading.view.setUint32(estimate, size, true);
    heading.check(heading.exports.heading_estimator_read(this.handle, this.handle ? estimate : 0));
    const view = heading.view;
    /** @type {any} */
    const result = {};
    for (const [name, [offset, type, length]] of Object.entries(members)) {
      const at = estimate + /** @type {number} */ (offset);
      const key = name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
      if (length) result[key] = Array.from({ length: /** @type {number} */ (length) }, (_, index) => view.getFloat64(at + 8 * index, true));
      else if (type === "f64") result[key] = view.getFloat64(at, true);
      else if (type === "i32") result[key] = name === "status" ? view.getInt32(at, true) : view.getInt32(at, true) === 1;
      else result[key] = type === "u64" ? view.getBigUint64(at, true) : view.getBigInt64(at, true);
    }
    return result;
  }

  /**
   * Many rows at once: a row holds one sample of each sensor, and three NaN are none.
   * @param {{times: BigInt64Array, rates?: Float64Array, forces?: Float64Array, fields?: Float64Array}} rows
   * @returns {{attitudes: Float64Array, headings: Float64Array, bounds68: Float64Array, bounds95: Float64Array, reasons: BigUint64Array,
   *   biases: Float64Array, biasAccuracies: Float64Array, flags: Uint8Array}} flags as in `enum heading_flag`
   */
  batch({ times, rates, forces, fields }) {
    const { heading } = this;
    const count = times.length;
    for (const values of [rates, forces, fields]) {
      if (values && values.length !== 3 * count) throw new HeadingError(-4, "a row is three numbers of each sensor");
    }
    const { size, ...members } = LAYOUT.heading_batch;
    /** @type {Record<string, number>} */
    const lengths = { times: 1, rates: 3, forces: 3, fields: 3, attitudes: 4, headings: 1, bounds_68: 1, bounds_95: 1, reasons: 1,
      biases: 3, bias_accuracies: 1, flags: 1 };
    /** @type {any} */
    const inputs = { times, rates, forces, fields };
    /** @type {Record<string, number>} */
    const places = {};
    const total = Object.values(lengths).reduce((sum, length) => sum + length) * 8 * count;
    const block = heading.allocate(size + 8 + total);
    try {
      const start = (block + 7) & ~7;
      let next = start + size;
      new Uint8Array(heading.exports.memory.buffer, start, size).fill(0);
      heading.view.setUint32(start, size, true);
      heading.view.setUint32(start + Number(members.count[0]), count, true);
      for (const [name, length] of Object.entries(lengths)) {
        const isInput = name in inputs;
        if (isInput && !inputs[name]) continue;
        places[name] = next;
        heading.view.setUint32(start + Number(/** @type {any} */ (members)[name][0]), next, true);
        if (isInput) new inputs[name].constructor(heading.exports.memory.buffer, next, length * count).set(inputs[name]);
        next += 8 * length * count;
      }
      heading.check(heading.exports.heading_estimator_batch(this.handle, start));
      const { buffer } = heading.exports.memory;
      return {
        attitudes: new Float64Array(buffer.slice(places.attitudes, places.attitudes + 32 * count)),
        headings: new Float64Array(buffer.slice(places.headings, places.headings + 8 * count)),
        bounds68: new Float64Array(buffer.slice(places.bounds_68, places.bounds_68 + 8 * count)),
        bounds95: new Float64Array(buffer.slice(places.bounds_95, places.bounds_95 + 8 * count)),
        reasons: new BigUint64Array(buffer.slice(places.reasons, places.reasons + 8 * count)),
        biases: new Float64Array(buffer.slice(places.biases, places.biases + 24 * count)),
        biasAccuracies: new Float64Array(buffer.slice(places.bias_accuracies, places.bias_accuracies + 8 * count)),
        flags: new Uint8Array(buffer.slice(places.flags, places.flags + count)),
      };
    } finally {
      heading.exports.free(block);
    }
  }
}
