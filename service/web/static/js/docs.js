// @ts-check
// Shows the description of the API, mended where Swagger UI leaves somebody out.

const place = /** @type {HTMLElement} */ (document.getElementById("swagger"));

/** In the button that opens an operation, its path is no link. */
const withoutLinks = () => ({ components: { DeepLink: (/** @type {{ text: unknown }} */ { text }) => text } });

/** What Swagger UI draws is given names and levels, and takes none that belong to our page. */
function mend() {
  for (const [selector, name, value] of [
    [".information-container", "role", "region"],
    [".information-container", "aria-label", "About the API"],
    [".scheme-container", "role", "region"],
    [".scheme-container", "aria-label", "Server and token"],
    [".models", "aria-label", "Schemas"],
    ["#operations", "aria-label", "Operations"],
    ["h3.opblock-tag, .models h4", "aria-level", "2"],
    ["h4.opblock-section-header, .opblock-section-header h4, .response-col_description h5", "aria-level", "3"],
    [".responses-table[role=region]", "role", "table"],
    ["select:not([aria-label])", "aria-label", "Choice"],
    ["pre, .wide", "tabindex", "0"],
  ]) {
    for (const element of place.querySelectorAll(selector)) {
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
  }
}

window.addEventListener("load", () => {
  const { SwaggerUIBundle } = /** @type {any} */ (window);
  new MutationObserver(mend).observe(place, { subtree: true, childList: true });
  SwaggerUIBundle({
    url: "/openapi.json",
    domNode: place,
    deepLinking: true,
    validatorUrl: null,
    syntaxHighlight: false,
    plugins: [withoutLinks],
  });
});
