/** True if a key press belongs to something else: an input or an open dialog. */
export const isKeyHandled = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable], dialog') !== null)
