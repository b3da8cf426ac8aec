type NotificationKind = 'fail' | 'success' | 'info'
/** A button in a message: its label and action. */
export interface NotificationAction {
  label: string
  onChoose: () => void
  /** The button undoes what the message says; Ctrl+Z does the same while the message is displayed. */
  isUndo?: boolean
}
/** A text that is repeated within this time, ms, is shown once. */
const REPEAT_AFTER_MS = 3000
let lastMessage = { text: '', shownAtMs: 0 }

/**
 * Returns the live region for screen readers, which do not announce the toast itself. Creates the region on first use.
 */
function getOrCreateLiveRegion(): HTMLElement {
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
 * calls of a page. A message with a button is always shown. The toast loads lazily; until then the live region announces
 * the text.
 */
export async function notify(
  text: string,
  kind: NotificationKind = 'info',
  action?: NotificationAction,
): Promise<void> {
  const now = Date.now()
  if (!action && text === lastMessage.text && now - lastMessage.shownAtMs < REPEAT_AFTER_MS) return
  lastMessage = { text, shownAtMs: now }
  getOrCreateLiveRegion().textContent = text
  const { showToast } = await import('./toast')
  showToast(text, kind, action)
}
/** Shows the success of an action with a button that undoes it. */
export const notifyUndoable = (text: string, undo: Omit<NotificationAction, 'isUndo'>): Promise<void> =>
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
