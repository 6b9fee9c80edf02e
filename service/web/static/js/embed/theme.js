// @ts-check
// The theme that the address asks for, light or dark, where the page does not follow the system's.

/** Has every style that hangs on the system's theme hang on this one. @param {string | null} theme */
export function dress(theme) {
  if (theme !== "light" && theme !== "dark") return;
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      const asks = rule instanceof CSSMediaRule && /prefers-color-scheme: (light|dark)/.exec(rule.conditionText);
      if (asks) rule.media.mediaText = asks[1] === theme ? "all" : "not all";
    }
  }
  document.documentElement.style.colorScheme = theme;
}
