/**
 * `keyCode` of keys that an input method handles. In Safari the Enter key that commits a text arrives when the
 * composition has already ended, so only this code identifies it.
 */
const INPUT_METHOD_KEY_CODE = 229

/**
 * Hides the keys of an input method from every key handler of the app. While Chinese is typed, Enter commits the pinyin
 * and arrow keys move through its candidates. Our handlers would open the first match or move the selection instead.
 * The text itself is not affected. Must be called before any other key listener is added: listeners of one target run
 * in the order they were added.
 * @returns a function that removes the listeners
 */
export function hideComposingKeys(target: Window): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE) event.stopImmediatePropagation()
  }
  target.addEventListener('keydown', onKey, true)
  target.addEventListener('keyup', onKey, true)
  return () => {
    target.removeEventListener('keydown', onKey, true)
    target.removeEventListener('keyup', onKey, true)
  }
}

/** Selects the content of numeric fields on focus, so that the first key replaces it. */
export function selectNumbersOnFocus(page: Pick<Document, 'addEventListener'>): void {
  page.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && /^(decimal|numeric)$/.test(target.getAttribute('inputmode') ?? ''))
      target.select()
  })
}
