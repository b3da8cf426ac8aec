import { ping } from '@/contract/kit'
import { callEndpoint } from '../api/call-endpoint'
import { isDirty } from './dirty-forms'

const STORAGE_KEY = 'reloadedFor'
/**
 * A page that is still open this long after `beforeunload`, ms, is not being left: the user cancelled, or downloaded a
 * file.
 */
const LEAVE_TIMEOUT_MS = 10_000
/**
 * Reloads the app when a page's code fails to load, which usually means that a new version has replaced it. It reloads
 * once per chunk, and only if our own server responds and no form has unsaved input. A working network alone proves
 * nothing, because a gateway may answer. Without a reload the page shows its error and a retry. Failures while the user
 * leaves a page are ignored: the browser then cancels requests, and a reload would hold the user back.
 */
export function handlePreloadErrors(
  reload: () => void = () => location.reload(),
  isServerUp: () => Promise<boolean> = isOwnServerUp,
): () => void {
  let leavingSince = -Infinity
  const isLeaving = () => Date.now() - leavingSince < LEAVE_TIMEOUT_MS
  const onLeave = () => {
    leavingSince = Date.now()
  }
  const onError = (event: Event & { payload?: Error }) => {
    const failure = event.payload?.message ?? 'unknown'
    if (isLeaving() || isDirty() || sessionStorage.getItem(STORAGE_KEY) === failure) return
    void isServerUp().then((isUp) => {
      if (!isUp || isLeaving() || isDirty()) return
      sessionStorage.setItem(STORAGE_KEY, failure)
      reload()
    })
  }
  addEventListener('beforeunload', onLeave)
  addEventListener('vite:preloadError', onError)
  return () => {
    removeEventListener('beforeunload', onLeave)
    removeEventListener('vite:preloadError', onError)
  }
}
/** Returns true if our server itself responds: the page of a gateway has a different body. */
async function isOwnServerUp(): Promise<boolean> {
  try {
    return (await callEndpoint(ping, {}, { quiet: true, timeoutMs: 5_000 })).app === 'nonwoven-mes'
  } catch {
    return false // no response means the server is down
  }
}
