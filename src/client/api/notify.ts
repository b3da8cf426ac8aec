type NotificationKind = 'fail' | 'success' | 'info'
/** A button in a message: its label and action. */
export interface NotificationLink {
  label: string
  onFollow: () => void
  /** The button undoes what the message says; Ctrl+Z does the same while the message is displayed. */
  isUndo?: boolean
}
/** A text that is repeated within this time, ms, is shown once. */
const REPEAT_AFTER_MS = 3000
let lastMessage = { text: '', shownAtMs: 0 }

/** Returns the live region for screen readers; they do not announce the toast itself. */
function getLiveRegion(): HTMLElement {
  const existing = document.getElementById('said')
  if (existing) return existing
  const region = document.createElement('div')
  region.id = 'said'
  region.className = 'ui-hidden'
  region.setAttribute('role', 'status')
  region.setAttribute('aria-live', 'assertive')
  document.body.append(region)
  return region
}

/**
 * Shows a short message over the page. A repeated text is ignored for a moment, because a broken network fails several
 * calls of a page; a message with a link is always shown. The toast loads lazily; until then the live region announces
 * the text.
 */
export async function notify(text: string, kind: NotificationKind = 'info', link?: NotificationLink): Promise<void> {
  const now = Date.now()
  if (!link && text === lastMessage.text && now - lastMessage.shownAtMs < REPEAT_AFTER_MS) return
  lastMessage = { text, shownAtMs: now }
  getLiveRegion().textContent = text
  const { showToast } = await import('./toast')
  showToast(text, kind, link)
}
/** Shows the success of an action with a button that undoes it. */
export const notifyUndoable = (text: string, undo: Omit<NotificationLink, 'isUndo'>): Promise<void> =>
  notify(text, 'success', { ...undo, isUndo: true })
/** Dismisses the current message, e.g. after a sign-in that the message asked for. */
export async function dismissNotification(): Promise<void> {
  if (!lastMessage.text) return
  lastMessage = { text: '', shownAtMs: 0 }
  const { clearToast } = await import('./toast')
  clearToast()
}
/** Shows a failure as a message. */
export const notifyFailure = (text: string): void => {
  void notify(text, 'fail')
}
