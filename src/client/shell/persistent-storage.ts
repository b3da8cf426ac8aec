import { getPhone } from '../api/phone'
import { isInstalled } from './browser-traits'

/**
 * Requests persistent storage if the app is installed: browsers then grant it without asking. In a tab some browsers
 * would interrupt the user, so there the request waits for a tap under Me.
 */
export async function requestPersistentStorage(): Promise<void> {
  if (!isInstalled()) return
  const store = await getPhone()
  if ((await store.storage()).persisted === false) await store.persist()
}
