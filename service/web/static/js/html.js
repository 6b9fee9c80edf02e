// @ts-check
// The one template tag of all scripts: htm over preact, so that every value is a text node or an attribute.
import { Component, h, render } from "preact";
import htm from "htm";

export const html = htm.bind(h);
export { render };

/** A part that is drawn anew only when one of its attributes is another. */
export class Still extends Component {
  /** @param {Record<string, unknown>} next */
  shouldComponentUpdate(next) {
    const before = /** @type {Record<string, unknown>} */ (this.props);
    const names = Object.keys(next);
    return names.length !== Object.keys(before).length || names.some((name) => next[name] !== before[name]);
  }

  /** @param {any} _props @returns {any} */
  render(_props) {
    return null;
  }
}

/**
 * A part whose script is fetched when it is first drawn: what few people open is no weight for all. If it does not come,
 * it is asked for again when it is next drawn.
 * @param {() => Promise<any>} load
 */
export function later(load) {
  /** @type {any} */
  let Part = null;
  return class extends Component {
    componentDidMount() {
      if (!Part) load().then((loaded) => { Part = loaded; this.setState({}); }, () => {});
    }

    render() {
      return Part && h(Part, /** @type {any} */ (this.props));
    }
  };
}

/** @type {any} */
let read;

/** What the server wrote into the page for its scripts. */
export const data = () => (read ??= JSON.parse(document.getElementById("data")?.textContent || "{}"));
