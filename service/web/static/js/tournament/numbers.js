// @ts-check
// Formatting of exact numbers.
import { lang } from "../i18n.js";

/** Format an exact number: halves as in 3½, others with two decimal places. @param {string} text */
export function formatExact(text) {
  const [over, under] = text.split("/").map(Number);
  if (!under) return text.replace("-", "\u2212");
  const whole = Math.trunc(over / under);
  if (under === 2) return `${whole || (over < 0 ? "\u2212" : "")}½`.replace("-", "\u2212");
  return (over / under).toLocaleString(lang, { maximumFractionDigits: 2 });
}
