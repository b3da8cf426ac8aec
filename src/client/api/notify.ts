type Kind = 'fail' | 'success' | 'info'
/** A button in a message: its label and action. */
export interface Way {
  word: string
  go: () => void
}
let last = { text: '', at: 0 }

/** Returns the live region for screen readers; they do not announce the toast itself. */
function liveRegion(): HTMLElement {
  const found = document.getElementById('said')
  if (found) return found
  const region = document.createElement('div')
  region.id = 'said'
  region.className = 'ui-hidden'
  region.setAttribute('role', 'status')
  region.setAttribute('aria-live', 'assertive')
  document.body.append(region)
  return region
}

/**
 * Shows a short message over the page. The same text within three seconds is shown once, because a broken network fails
 * several calls of a page; a message with a link is always shown. The toast loads lazily; until then the live region
 * announces the text.
 */
export async function notify(text: string, kind: Kind = 'info', way?: Way): Promise<void> {
  const now = Date.now()
  if (!way && text === last.text && now - last.at < 3000) return
  last = { text, at: now }
  liveRegion().textContent = text
  const { showToast } = await import('./toast')
  showToast(text, kind, way)
}
/** Dismisses the current message once its request has been fulfilled. */
export async function hush(): Promise<void> {
  if (!last.text) return
  last = { text: '', at: 0 }
  const { clearToast } = await import('./toast')
  clearToast()
}
/** Shows a failure as a message. */
export const notifyFailure = (text: string): void => {
  void notify(text, 'fail')
}
