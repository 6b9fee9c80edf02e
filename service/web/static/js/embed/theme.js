// @ts-check
// Applies the theme of the address, light or dark, instead of the system's.

/** Make all media queries for the system's theme follow this theme. @param {string | null} theme */
export function applyTheme(theme) {
  if (theme !== "light" && theme !== "dark") return;
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      const asks = rule instanceof CSSMediaRule && /prefers-color-scheme: (light|dark)/.exec(rule.conditionText);
      if (asks) rule.media.mediaText = asks[1] === theme ? "all" : "not all";
    }
  }
  document.documentElement.style.colorScheme = theme;
}
