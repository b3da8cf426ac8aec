import { isDirty } from './dirty'

const KEY = 'reloadedFor'
/**
 * A page's code that cannot be loaded usually means that a new version has replaced it: the app is loaded anew, once per
 * address of code, only with a network and with nothing half typed. Otherwise the page shows its error and a retry.
 */
export function guardPreloads(reload: () => void = () => location.reload()): () => void {
  const onError = (event: Event & { payload?: Error }) => {
    const what = event.payload?.message ?? 'unknown'
    if (!navigator.onLine || isDirty() || sessionStorage.getItem(KEY) === what) return
    sessionStorage.setItem(KEY, what)
    event.preventDefault()
    reload()
  }
  addEventListener('vite:preloadError', onError)
  return () => removeEventListener('vite:preloadError', onError)
}
