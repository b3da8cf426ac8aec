/** The tag under which the browser wakes the worker. */
export const SYNC_TAG = 'nonwoven-outbox'

/** Shows the unsent count on the app icon, if the system supports it. Works in pages and in the worker. */
export async function showBadge(unsent: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  await (unsent > 0 ? navigator.setAppBadge(unsent) : navigator.clearAppBadge())
}
