// @ts-check
// A link as a QR code: drawn here, since a token in it is for no server; its library is fetched with the first code that is shown.
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";

/** So many light modules around a code, as its standard asks. */
const QUIET = 4;

/**
 * The dark modules of a code as a path of SVG, one unit a module, with the length of a side.
 * @param {typeof import("uqr").encode} encode @param {string} text
 */
export function qrPath(encode, text) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { path, size };
}

/** A text, such as a link, to be read by a camera; `label` says what it leads to. @param {{text: string, label: string}} props */
export function Qr({ text, label }) {
  const [code, setCode] = useState(/** @type {{path: string, size: number} | null} */ (null));
  useEffect(() => {
    let wanted = true;
    import("uqr").then(({ encode }) => wanted && setCode(qrPath(encode, text)), () => {}); // the link stands beside it
    return () => { wanted = false; };
  }, [text]);
  return code && html`<svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${code.size} ${code.size}`} shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#fff" /><path d=${code.path} fill="#000" /></svg>`;
}
