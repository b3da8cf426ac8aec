import { ping } from '@/contract/kit'
import { callEndpoint } from '../api/call-endpoint'
import { isDirty } from './dirty'

const KEY = 'reloadedFor'
/** After this time without leaving, the user has stayed or only downloaded a file, ms. */
const LEFT_WITHIN = 10_000
/**
 * Reloads the app when a page's code fails to load, which usually means that a new version has replaced it. It reloads
 * once per chunk, only if our own server responds and no form has unsaved input; a working network alone proves
 * nothing. Meanwhile the page shows its error and a retry. While a page is being left nothing happens: the browser
 * cancels its requests, and a reload would hold the user back.
 */
export function guardPreloads(
  reload: () => void = () => location.reload(),
  answers: () => Promise<boolean> = serverAnswers,
): () => void {
  let leftAt = -Infinity
  const isLeft = () => Date.now() - leftAt < LEFT_WITHIN
  const onLeave = () => {
    leftAt = Date.now()
  }
  const onError = (event: Event & { payload?: Error }) => {
    const what = event.payload?.message ?? 'unknown'
    if (isLeft() || isDirty() || sessionStorage.getItem(KEY) === what) return
    void answers().then((yes) => {
      if (!yes || isLeft() || isDirty()) return
      sessionStorage.setItem(KEY, what)
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
async function serverAnswers(): Promise<boolean> {
  try {
    return (await callEndpoint(ping, {}, { quiet: true, timeout: 5_000 })).app === 'nonwoven-mes'
  } catch {
    return false // no response means the server is down
  }
}
