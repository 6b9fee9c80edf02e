// @ts-check
// What scripts say, in the language of the page: locales/*.ftl, of which the page brings the sections that it needs.
import { FluentBundle, FluentResource } from "@fluent/bundle";

/** The language of the page: en, fr or de. */
export const lang = document.documentElement.lang;

// Isolated is only what may run from right to left: signs around every number would be copied and searched for.
const bundle = new FluentBundle(lang, { useIsolating: false });
bundle.addResource(new FluentResource(JSON.parse(document.getElementById("words")?.textContent || '""')));

const LEFTWARD = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** @param {string | number} value */
const isolated = (value) => (typeof value === "string" && LEFTWARD.test(value) ? `\u2068${value}\u2069` : value);

/**
 * A message by its key (`section-what`, or `section-what.attribute`), with what fills its places: texts and numbers.
 * One that is not there, or lacks an argument, is a fault of ours: it is told in the console and shown as its key.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 * @returns {string}
 */
export function say(key, args = {}) {
  const [id, attribute] = key.split(".");
  const message = bundle.getMessage(id);
  const pattern = attribute ? message?.attributes[attribute] : message?.value;
  /** @type {Error[]} */
  const faults = [];
  const kept = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, isolated(value)]));
  const text = pattern ? bundle.formatPattern(pattern, kept, faults) : key;
  if (!pattern || faults.length > 0) console.error(`no words: ${key}`, ...faults);
  return text;
}

/**
 * Whether there is such a message: for what the service may name and no page knows yet.
 * @param {string} key
 */
export const canSay = (key) => Boolean(bundle.getMessage(key)?.value);

// As the service lists them: without the comma before the "and" of American English.
const list = new Intl.ListFormat(lang === "en" ? "en-GB" : lang);
/** "Ana, Bo and Cy". @param {Iterable<string>} names */
export const listed = (names) => list.format(names);
