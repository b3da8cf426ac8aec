import { ping } from '@/contract/kit'
import { call } from '../api/call'
import { isDirty } from './dirty'

const KEY = 'reloadedFor'
/** A person who goes elsewhere has left within this time, ms; else they stayed, or took a file away. */
const LEFT_WITHIN = 10_000
/**
 * A page's code that cannot be loaded usually means that a new version has replaced it: the app is loaded anew, once per
 * address of code, only when our own server answers and with nothing half typed. A network alone proves nothing. The page
 * shows its error and a retry meanwhile. A page that is being left is let go: the browser itself breaks off what it fetched,
 * and loading it anew would hold the person back.
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
/** Whether the server itself says so: a gateway's page has no such body. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await call(ping, {}, { quiet: true, timeout: 5_000 })).app === 'nonwoven-mes'
  } catch {
    return false // no answer is an answer here
  }
}
