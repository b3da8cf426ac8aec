import { ping } from '@/contract/kit'
import { call } from '../api/call'
import { isDirty } from './dirty'

const KEY = 'reloadedFor'
/**
 * A page's code that cannot be loaded usually means that a new version has replaced it: the app is loaded anew, once per
 * address of code, only when our own server answers and with nothing half typed. A network alone proves nothing. The page
 * shows its error and a retry meanwhile.
 */
export function guardPreloads(
  reload: () => void = () => location.reload(),
  answers: () => Promise<boolean> = serverAnswers,
): () => void {
  const onError = (event: Event & { payload?: Error }) => {
    const what = event.payload?.message ?? 'unknown'
    if (isDirty() || sessionStorage.getItem(KEY) === what) return
    void answers().then((yes) => {
      if (!yes || isDirty()) return
      sessionStorage.setItem(KEY, what)
      reload()
    })
  }
  addEventListener('vite:preloadError', onError)
  return () => removeEventListener('vite:preloadError', onError)
}
/** Whether the server itself says so: a gateway's page has no such body. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await call(ping, {}, { quiet: true, timeout: 5_000 })).app === 'nonwoven-mes'
  } catch {
    return false // no answer is an answer here
  }
}
