// @ts-check
// Exact numbers, as people read them.
import { lang } from "../i18n.js";

/** An exact number as people read it: 7/2 as 3½ where it is a half, else with two places. @param {string} text */
export function readable(text) {
  const [over, under] = text.split("/").map(Number);
  if (!under) return text.replace("-", "\u2212");
  const whole = Math.trunc(over / under);
  if (under === 2) return `${whole || (over < 0 ? "\u2212" : "")}½`.replace("-", "\u2212");
  return (over / under).toLocaleString(lang, { maximumFractionDigits: 2 });
}
