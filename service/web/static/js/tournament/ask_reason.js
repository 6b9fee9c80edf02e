// @ts-check
// A button that asks for a reason before it acts; the history shows the reason. With `cancel` it asks at once.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";

/** @param {{label: string, act: (text: string) => Promise<any>, most?: number, cancel?: () => void}} props */
export function AskReason({ label, act, most = 4000, cancel }) {
  const [isOpen, open] = useState(Boolean(cancel));
  const [text, setText] = useState("");
  if (!isOpen) return html`<button type="button" class="quiet" onClick=${() => open(true)}>${label}</button>`;
  return html`<form class="reason" onSubmit=${async (/** @type {Event} */ event) => { event.preventDefault(); if (await act(text)) open(false); }}>
    <label><span>${say("tournament-reason")}</span><input required maxlength=${most} value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
    <span class="actions"><button>${label}</button><button type="button" class="quiet" onClick=${cancel ?? (() => open(false))}>${say("tournament-cancel")}</button></span></form>`;
}
