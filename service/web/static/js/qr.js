// @ts-check
// QR codes, drawn in the browser, since a link may contain a token. The library is loaded on demand.
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";

/** The width of the quiet zone around a code, in modules, as the standard requires. */
const QUIET = 4;

/**
 * Return the dark modules of a code as an SVG path, one unit per module, and the length of a side.
 * @param {typeof import("uqr").encode} encode @param {string} text
 */
export function qrPath(encode, text) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { path, size };
}

/** Show a text, such as a link, as a QR code; `label` describes it. @param {{text: string, label: string}} props */
export function Qr({ text, label }) {
  const [code, setCode] = useState(/** @type {{path: string, size: number} | null} */ (null));
  useEffect(() => {
    let wanted = true;
    import("uqr").then(({ encode }) => wanted && setCode(qrPath(encode, text)), () => {}); // offline: the link is shown as text too
    return () => { wanted = false; };
  }, [text]);
  return code && html`<svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${code.size} ${code.size}`} shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#fff" /><path d=${code.path} fill="#000" /></svg>`;
}
