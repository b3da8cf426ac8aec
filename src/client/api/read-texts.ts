import type { ResourceKey } from 'i18next'

/**
 * Fetches a text file of this build. It is data, not code, so that a phone neither compiles it nor loads a language it
 * does not display. Rejects if unavailable, after dispatching the same event as for a missing chunk, which a new
 * version may have replaced.
 */
export async function fetchTexts(address: string): Promise<ResourceKey> {
  try {
    const answer = await fetch(address)
    if (!answer.ok || !answer.headers.get('content-type')?.includes('json'))
      throw new Error(`${answer.status} ${address}`)
    return (await answer.json()) as ResourceKey
  } catch (error) {
    dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }))
    throw error
  }
}
