// Runs the code of this folder on its test cases. This is for the authored code of this folder only: node:vm
// limits time and keeps globals apart, but it is no protection against hostile code.
import vm from 'node:vm';
import { canonicalJson, isObject } from '../../dist/src/core/json.js';

const TIME_LIMIT_MS = 6000;
export const ISOLATION = 'none (own code)';
/** Without a version: the cases use nothing that differs between releases, and the bytes must not. */
export const TOOLCHAIN = 'node';

// A date without a zone, which only a function run on another problem's arguments meets, must read the same
// everywhere.
process.env.TZ = 'UTC';

/** Gives a value as JSON text, or undefined where JSON would lose something: NaN, undefined, functions, holes. */
const ENCODER = `
  const isJson = (value) => {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
    if (typeof value === 'number') return Number.isFinite(value);
    if (Array.isArray(value)) return Array.from(value).every(isJson);
    if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
    return Object.values(value).every(isJson);
  };
  globalThis.answer = (candidate, args) => {
    try {
      const value = candidate(...JSON.parse(args));
      return isJson(value) ? 'value ' + JSON.stringify(value) : 'value';
    } catch (error) {
      return 'error ' + error.name;
    }
  };
`;
const encoder = new vm.Script(ENCODER);
const call = new vm.Script('answer(candidate, args)');

/** A context that holds the single top-level function of `code`. It is called whatever its name. */
export function load(code) {
  const [, name] = /^function (\w+)\(/.exec(code);
  const context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } });
  encoder.runInContext(context);
  vm.runInContext(`${code}\nglobalThis.candidate = ${name};`, context, { timeout: TIME_LIMIT_MS });
  return context;
}

/** What the function answers to `args`: `{ value }` (undefined: nothing that JSON can hold), `{ error }` or `{ timeout }`. */
export function answer(context, args) {
  context.args = JSON.stringify(args);
  try {
    const text = call.runInContext(context, { timeout: TIME_LIMIT_MS });
    if (text.startsWith('error ')) return { error: text.slice(6) };
    return { value: text === 'value' ? undefined : JSON.parse(text.slice(6)) };
  } catch (error) {
    if (error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { timeout: true };
    throw error;
  }
}

/** The outcome of the first case that is not answered as wanted; 'pass' when there is none. */
export function outcomeOf(context, suite) {
  for (const [test, { args, want }] of suite.tests.entries()) {
    const given = answer(context, args);
    if (given.timeout) return { is: 'timeout', why: `case ${test}: no answer in ${TIME_LIMIT_MS} ms` };
    if (given.error !== undefined) return { is: 'invalid', why: `case ${test}: ${given.error}` };
    if (!isEqual(given.value, want.value, want.tolerance ?? 0)) return { is: 'fail', test };
  }
  return { is: 'pass' };
}

/** Equal as JSON, numbers within an absolute tolerance. */
function isEqual(given, want, tolerance) {
  if (typeof given === 'number' && typeof want === 'number') return Math.abs(given - want) <= tolerance;
  if (Array.isArray(given) && Array.isArray(want))
    return given.length === want.length && given.every((item, k) => isEqual(item, want[k], tolerance));
  if (isObject(given) && isObject(want)) {
    const keys = Object.keys(want);
    return (
      keys.length === Object.keys(given).length &&
      keys.every((key) => Object.hasOwn(given, key) && isEqual(given[key], want[key], tolerance))
    );
  }
  return canonicalJson(given) === canonicalJson(want);
}

/** All that a function answers to a suite, as text: two functions with equal text behave alike on its cases. */
export function behaviour(context, suite) {
  return canonicalJson(suite.tests.map(({ args }) => answer(context, args)));
}
