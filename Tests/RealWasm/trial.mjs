// trial.bin through heading.wasm to estimates.bin, in the format of ../RealFirmware/trial.py: trial.mjs FOLDER
// Also what the module promises: errors, notices, batches that equal single samples.
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { load, HeadingError } = await import(pathToFileURL(`${folder}/heading.mjs`).href);
const module = new WebAssembly.Module(readFileSync(`${folder}/heading.wasm`));
assert.deepEqual(WebAssembly.Module.imports(module), [], "heading.wasm imports something");
const heading = await load();

const bytes = readFileSync("trial.bin");
const ROW = 80, RESULT = 88;
const count = bytes.length / ROW;
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const times = new BigInt64Array(count);
const [rates, forces, fields] = [0, 1, 2].map(() => new Float64Array(3 * count));
for (let row = 0; row < count; row++) {
  times[row] = view.getBigInt64(row * ROW, true);
  [rates, forces, fields].forEach((values, sensor) => {
    for (let axis = 0; axis < 3; axis++) values[3 * row + axis] = view.getFloat64(row * ROW + 8 + 24 * sensor + 8 * axis, true);
  });
}

// Sample by sample, as they come from sensors.
const estimator = heading.estimator();
const out = new DataView(new ArrayBuffer(count * RESULT));
const warm = heading.exports.memory.buffer.byteLength;
let declination = NaN, spent = 0n;
for (let row = 0; row < count; row++) {
  const start = process.hrtime.bigint();
  estimator.gyroscope(times[row], rates.subarray(3 * row, 3 * row + 3));
  estimator.accelerometer(times[row], forces.subarray(3 * row, 3 * row + 3));
  estimator.magnetometer(times[row], fields.subarray(3 * row, 3 * row + 3));
  spent += process.hrtime.bigint() - start;
  const estimate = estimator.read();
  const index = Math.floor(row / 256);
  if (row % 256 === 0) declination = heading.field(-80 + index % 160, -180 + index * 37 % 360, 60, 2026.9).declination;
  [...estimate.attitude, estimate.heading, estimate.heading68, estimate.heading95, declination].forEach(
    (value, column) => out.setFloat64(row * RESULT + 8 * column, value, true));
  out.setBigUint64(row * RESULT + 64, estimate.reasons, true);
}
writeFileSync("estimates.bin", new Uint8Array(out.buffer));
assert.ok(heading.exports.memory.buffer.byteLength <= warm + 65536, "the memory grows with the samples");

// All rows in one call: the same bits.
const second = heading.estimator();
const began = process.hrtime.bigint();
const batch = second.batch({ times, rates, forces, fields });
const batchTime = Number(process.hrtime.bigint() - began);
for (let row = 0; row < count; row++) {
  for (let axis = 0; axis < 4; axis++) {
    assert.ok(Object.is(batch.attitudes[4 * row + axis], out.getFloat64(row * RESULT + 8 * axis, true)), `row ${row} of the batch`);
  }
  assert.ok(Object.is(batch.bounds95[row], out.getFloat64(row * RESULT + 48, true)));
  assert.equal(batch.reasons[row], out.getBigUint64(row * RESULT + 64, true));
}

writeFileSync("attitudes.bin", new Uint8Array(batch.attitudes.buffer)); // for the browser's comparison

// Errors are errors, notices are returned, other data is as it was.
const before = second.read();
assert.deepEqual([...batch.biases.subarray(-3)], before.gyroscopeBias);
assert.equal(batch.biasAccuracies[count - 1], before.gyroscopeBiasAccuracy);
assert.equal(batch.flags[count - 1], +before.atRest + 2 * before.disturbed + 4 + 8);
assert.equal(second.gyroscope(times[count - 1] + 1n, [NaN, 0, 0]), 1);
assert.equal(second.read().invalidSamples, before.invalidSamples + 1n);
assert.throws(() => second.gyroscope(0.5, [0, 0, 0]), HeadingError);
assert.throws(() => second.reference(1, 0), { result: -3 });
assert.throws(() => second.batch({ times, rates: new Float64Array(2) }), { result: -4 });
second.free();
assert.throws(() => second.read(), HeadingError);
assert.throws(() => second.gyroscope(times[0], [0, 0, 0]), HeadingError);
assert.throws(() => heading.field(91, 0, 0, 2026.9), { result: -3 });
assert.throws(() => heading.field(0, 0, 0, 2040), { result: -6 });
assert.ok(Math.abs(heading.geodesic([50, 2], [76, 5]).distance - 2900825.03) < 0.01);
assert.deepEqual(heading.reasonNames(1n), ["starting"]);
assert.deepEqual(heading.reasonNames(0n), []);
assert.equal(heading.reasonAdvice(3n).length, 2);
assert.ok(heading.estimator({ uncalibrated: true }).read().heading68 === 180);
assert.ok(heading.exports.heading_calibrator_create(100, heading.scratch) === 0 && heading.exports.heading_engine_create(heading.scratch) === 0);
await assert.rejects(load("absent.wasm"));
await assert.rejects(load(new Uint8Array([1, 2, 3])));

const size = statSync(`${folder}/heading.wasm`).size;
console.log(`wasm: ${(size / 1000).toFixed(0)} kB, ${(heading.exports.memory.buffer.byteLength / 1e6).toFixed(1)} MB of memory`);
console.log(`wasm: ${(Number(spent) / count).toFixed(0)} ns for the three samples of a row, ${(batchTime / count).toFixed(0)} ns with bound in a batch`);
