// @ts-check
// The template tag of all scripts: htm over preact. Every value becomes a text node or an attribute.
import { Component, h, render } from "preact";
import htm from "htm";

export const html = htm.bind(h);
export { render };

/** A component that is drawn again only if one of its properties changes. */
export class PureComponent extends Component {
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
 * Return a component whose script is loaded when it is first drawn, for parts that few people open.
 * If loading fails, the next drawing tries again.
 * @param {() => Promise<any>} load
 */
export function lazy(load) {
  /** @type {any} */
  let Loaded = null;
  return class extends Component {
    componentDidMount() {
      if (!Loaded) load().then((loaded) => { Loaded = loaded; this.setState({}); }, () => {});
    }

    render() {
      return Loaded && h(Loaded, /** @type {any} */ (this.props));
    }
  };
}

/** @type {any} */
let pageData;

/** Return the data that the server wrote into the page for its scripts. */
export const data = () => (pageData ??= JSON.parse(document.getElementById("data")?.textContent || "{}"));
