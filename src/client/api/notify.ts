type Kind = 'fail' | 'success' | 'info'
/** Where a message leads: the word of its button, and the way. */
export interface Way {
  word: string
  go: () => void
}
let last = { text: '', at: 0 }

/** The region that screen readers listen to; a toast alone is silent to them. */
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
 * A short message over the page. The same words within three seconds are shown once: a page makes several calls,
 * and one broken network is one message; one that leads somewhere leads there anew. The kit's Toast comes lazily; until it is here the words are at least spoken.
 */
export async function notify(text: string, kind: Kind = 'info', way?: Way): Promise<void> {
  const now = Date.now()
  if (!way && text === last.text && now - last.at < 3000) return
  last = { text, at: now }
  liveRegion().textContent = text
  const { showToast } = await import('./toast')
  showToast(text, kind, way)
}
/** Takes the present message away: what it asked for has been done. */
export async function hush(): Promise<void> {
  if (!last.text) return
  last = { text: '', at: 0 }
  const { clearToast } = await import('./toast')
  clearToast()
}
export const notifyFailure = (text: string): void => {
  void notify(text, 'fail')
}
