/** Stylesheets that failed to load. Vite requests each one only once, so its page would stay unstyled. */
const failedStyles = new Set<string>()
const STYLE_PATH = /\S+\.css(?=$|\s)/

/**
 * Collects stylesheets that fail and loads them again when the network returns.
 * @returns a function that stops watching
 */
export function watchFailedStyles(): () => void {
  const onPreloadError = (event: Event & { payload?: Error }) => {
    const path = STYLE_PATH.exec(event.payload?.message ?? '')?.[0]
    if (path) failedStyles.add(path)
  }
  // A failed path stays in the set: the page that needs it reports it, or the next `online` event retries.
  const onOnline = () => void loadFailedStyles().catch(() => undefined)
  addEventListener('vite:preloadError', onPreloadError)
  addEventListener('online', onOnline)
  return () => {
    removeEventListener('vite:preloadError', onPreloadError)
    removeEventListener('online', onOnline)
  }
}

/**
 * Loads the stylesheets that failed before. Await it before requesting a page's code.
 * @throws if one fails again
 */
export async function loadFailedStyles(): Promise<void> {
  await Promise.all([...failedStyles].map(loadStyle))
}

async function loadStyle(path: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`Unable to load ${path}`))
    })
    document.head.append(link)
  })
  failedStyles.delete(path)
}
