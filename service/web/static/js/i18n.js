// @ts-check
// The texts of scripts in the language of the page. The page embeds the needed sections of locales/*.ftl.
import { FluentBundle, FluentResource } from "@fluent/bundle";

/** The language of the page: en, fr or de. */
export const lang = document.documentElement.lang;

// Only right-to-left text is isolated: isolation characters around every number would be copied with the text.
const bundle = new FluentBundle(lang, { useIsolating: false });
bundle.addResource(new FluentResource(JSON.parse(document.getElementById("words")?.textContent || '""')));

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** @param {string | number} value */
const isolate = (value) => (typeof value === "string" && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/**
 * Return a message by its key (`section-name`, or `section-name.attribute`), with its arguments filled in.
 * For a missing message or argument, log an error to the console. A missing message is shown as its key.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 * @returns {string}
 */
export function say(key, args = {}) {
  const [id, attribute] = key.split(".");
  const message = bundle.getMessage(id);
  const pattern = attribute ? message?.attributes[attribute] : message?.value;
  /** @type {Error[]} */
  const errors = [];
  const isolated = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, isolate(value)]));
  const text = pattern ? bundle.formatPattern(pattern, isolated, errors) : key;
  if (!pattern || errors.length > 0) console.error(`no words: ${key}`, ...errors);
  return text;
}

/**
 * Return whether a message exists. The service may name things that the pages have no text for.
 * @param {string} key
 */
export const hasMessage = (key) => Boolean(bundle.getMessage(key)?.value);

// British English, like the service: without the comma before "and".
const list = new Intl.ListFormat(lang === "en" ? "en-GB" : lang);
/** Join names as a list, such as "Ana, Bo and Cy". @param {Iterable<string>} names */
export const formatList = (names) => list.format(names);
