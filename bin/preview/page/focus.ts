/** Where the focus is, and what is open: given back to what stands at the same places after the page has been built anew. */
export function focusKept(): () => void {
  const focused = selectorOf(document.activeElement);
  const open = [...document.querySelectorAll<HTMLElement>("details[data-control][open]")].map(controlOf);
  return () => {
    for (const selector of open) document.querySelector(selector)?.setAttribute("open", "");
    if (focused !== undefined) document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
  };
}

/** The panel with that number. */
export const panelSelector = (id: number | string): string => `[data-panel="${CSS.escape(String(id))}"]`;

const controlOf = ({ dataset }: HTMLElement): string => `[data-control="${CSS.escape(dataset.control ?? "")}"]`;

function selectorOf(focused: Element | null): string | undefined {
  const control = focused?.closest<HTMLElement>("[data-control]") ?? undefined;
  if (control !== undefined) {
    const isOption = focused instanceof HTMLInputElement && focused.type === "checkbox";
    return `${controlOf(control)}${isOption ? ` input[value="${CSS.escape(focused.value)}"]` : focused?.tagName === "SUMMARY" ? " summary" : ""}`;
  }
  const panel = focused?.closest<HTMLElement>(".panel")?.dataset.panel;
  if (panel === undefined) return undefined;
  return `${panelSelector(panel)}${focused?.closest("h3") ? " h3 button" : ""}`;
}
