/** Keys that are the browser's, not the page's. */

/** Whether a key is pressed for the browser or the system, as Ctrl+R and Alt+Left are. */
export function isShortcut(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}
