import { phone } from '../api/phone'
import { isInstalled } from './browser-traits'

/**
 * Asks the browser to keep this phone's data, where the app is installed: it then agrees without asking the person. In a tab
 * some browsers would put the question in the middle of other work, so there it waits for a tap under Me.
 */
export async function askToKeep(): Promise<void> {
  if (!isInstalled()) return
  const store = await phone()
  if ((await store.storage()).persisted === false) await store.persist()
}
