// @ts-check
// The form that tries an operation of the API, and its response.
import { Component } from "preact";
import { html } from "../html.js";

const CHARACTERS_MAX = 100_000;
const SHOWN = /^(content-type|deprecation|etag|idempotency-replayed|link|location|retry-after|sunset|x-request-id)$/;

/**
 * An argument of an operation; `place` is path, query or header.
 * @typedef {{place: string, name: string, required: boolean, example: string}} Argument
 * @typedef {{status: string, headers: [string, string][], text: string, isLoading: boolean}} Answer
 */

/** Return the arguments of an operation from the page. @param {HTMLElement} operation @returns {Argument[]} */
export const argumentsOf = (operation) =>
  /** @type {HTMLElement[]} */ ([...operation.querySelectorAll("[data-in]")]).map(({ dataset }) => ({
    place: dataset.in ?? "",
    name: dataset.name ?? "",
    required: dataset.required !== undefined,
    example: dataset.example ?? "",
  }));

/**
 * Return the request of a filled form. Empty optional arguments are omitted.
 * @param {string} method @param {string} path @param {Argument[]} taken @param {FormData} form
 * @param {string} token @param {string | undefined} media
 */
export function buildRequest(method, path, taken, form, token, media) {
  const query = new URLSearchParams();
  /** @type {Record<string, string>} */
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  let address = path;
  for (const { place, name } of taken) {
    const value = String(form.get(`${place} ${name}`) ?? "").trim();
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value && place === "query") query.append(name, value);
    else if (value) headers[name] = value;
  }
  const body = media ? String(form.get("body") ?? "") : undefined;
  if (media) headers["Content-Type"] = media;
  const asked = query.toString();
  return { url: asked ? `${address}?${asked}` : address, options: { method, headers, body } };
}

/** Format JSON with indentation, and return any other text unchanged. @param {string} text @param {string} media */
export function formatJson(text, media) {
  try {
    return /\bjson\b/.test(media) && !media.includes("ndjson") ? JSON.stringify(JSON.parse(text), null, 2) : text;
  } catch {
    return text;
  }
}

/** The form, and the response below it. */
export class TryForm extends Component {
  /** @type {{open: boolean, answer: Answer | null}} */
  state = { open: false, answer: null };
  /** @type {AbortController | null} */
  going = null;

  /** Send the request. @param {SubmitEvent} event */
  ask = async (event) => {
    event.preventDefault();
    this.going?.abort();
    const going = (this.going = new AbortController());
    const { operation, token } = /** @type {any} */ (this.props);
    const { method, path } = operation.dataset;
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const { url, options } = buildRequest(method, path, argumentsOf(operation), form, token(), this.media);
    this.setState({ answer: { status: "…", headers: [], text: "", isLoading: true } });
    try {
      const began = performance.now();
      const answer = await fetch(url, { ...options, signal: going.signal, cache: "no-store" });
      const took = Math.round(performance.now() - began);
      const headers = [...answer.headers].filter(([name]) => SHOWN.test(name));
      const said = { status: `${answer.status} ${answer.statusText}, ${took} ms`, headers, text: "", isLoading: true };
      await this.read(answer, said);
    } catch (error) {
      const text = going.signal.aborted ? this.state.answer?.text ?? "" : String(error);
      const status = going.signal.aborted ? this.state.answer?.status ?? "" : "No answer";
      if (this.going === going) this.setState({ answer: { status, headers: [], text, isLoading: false } });
    }
  };

  /** Show a response while it is being received. @param {Response} answer @param {Answer} said */
  async read(answer, said) {
    const media = answer.headers.get("Content-Type") ?? "";
    const parts = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await parts?.read(); part && !part.done; part = await parts?.read()) {
      said.text += part.value;
      if (said.text.length > CHARACTERS_MAX) {
        said.text = `${said.text.slice(0, CHARACTERS_MAX)}\n… and more`;
        this.going?.abort();
        break;
      }
      if (/event-stream|ndjson/.test(media)) this.setState({ answer: { ...said } });
    }
    this.setState({ answer: { ...said, text: formatJson(said.text, media), isLoading: false } });
  }

  /** The type of the body, if there is one. */
  get media() {
    return /** @type {any} */ (this.props).operation.querySelector("template.body")?.dataset.media;
  }

  componentWillUnmount() {
    this.going?.abort();
  }

  render() {
    const { operation } = /** @type {any} */ (this.props);
    const { open, answer } = this.state;
    const toggle = () => this.setState({ open: !open });
    const button = html`<button type="button" class="quiet" aria-expanded=${open} onClick=${toggle}>Try ${operation.id}</button>`;
    if (!open) return button;
    const sample = operation.querySelector("template.body")?.content.textContent ?? "";
    return html`${button}
      <form class="panel" onSubmit=${this.ask} aria-label=${`Try ${operation.id}`}>
        ${argumentsOf(operation).map(({ place, name, required, example }) => html`<label>
          <span><code>${name}</code> in the ${place}</span>
          <input name=${`${place} ${name}`} required=${required} spellcheck="false" autocomplete="off"
            value=${place === "path" || required ? example : ""} /></label>`)}
        ${this.media && html`<label><span>Body, <code>${this.media}</code></span>
          <textarea name="body" rows="6" spellcheck="false" defaultValue=${sample}></textarea></label>`}
        <div class="actions"><button>Send</button>
          ${answer?.isLoading && html`<button type="button" class="quiet" onClick=${() => this.going?.abort()}>Stop</button>`}
        </div>
        ${answer && html`<div class="came" role="status">
          <p><strong>${answer.status}</strong></p>
          ${answer.headers.map(([name, value]) => html`<p class="small"><code>${name}: ${value}</code></p>`)}
          ${answer.text && html`<div class="code"><pre tabindex="0" role="region" aria-label="The answer"><code>${answer.text}</code></pre></div>`}
        </div>`}
      </form>`;
  }
}
